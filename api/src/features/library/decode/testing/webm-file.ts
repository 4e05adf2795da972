function element(id: readonly number[], content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10_00_00_00 + content.length);
  return Buffer.concat([Buffer.from(id), size, content]);
}

const opened = (id: readonly number[], content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(id), Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), content]);

/** A WebM file as browsers record it: one track, clusters of unknown length. */
export function webmOf(packets: readonly Uint8Array[], { codec = 'A_OPUS', channels = 1, flags = 0x80 } = {}): Buffer {
  const head = Buffer.from('OpusHead\u0001\u0001\0\0\u0080\u00bb\0\0\0\0\0', 'latin1');
  head[9] = channels;
  const track = element(
    [0xae],
    Buffer.concat([
      element([0xd7], Buffer.from([1])),
      element([0x86], Buffer.from(codec, 'latin1')),
      element([0x63, 0xa2], head),
    ]),
  );
  const blocks = packets.map((packet, at) => {
    const before = Buffer.from([0x81, 0, 0, flags]);
    before.writeInt16BE(at % 30_000, 1);
    return element([0xa3], Buffer.concat([before, packet]));
  });
  const cluster = opened([0x1f, 0x43, 0xb6, 0x75], Buffer.concat([element([0xe7], Buffer.from([0])), ...blocks]));
  return Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from('webm'))),
    opened([0x18, 0x53, 0x80, 0x67], Buffer.concat([element([0x16, 0x54, 0xae, 0x6b], track), cluster])),
  ]);
}
