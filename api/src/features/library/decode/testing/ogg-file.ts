const HEADER_BYTES = 27;
const FLAGS = { none: 0, first: 2, last: 4 } as const;

function crc(bytes: Buffer): number {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) value = value & 0x80_00_00_00 ? (value << 1) ^ 0x04_c1_1d_b7 : value << 1;
  }
  return value >>> 0;
}

type Page = { flag: keyof typeof FLAGS; position: number; sequence: number; packets: readonly Buffer[] };

function pageOf({ flag, position, sequence, packets }: Page): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('OggS', 0, 'latin1');
  header[5] = FLAGS[flag];
  header.writeBigInt64LE(BigInt(position), 6);
  header.writeUInt32LE(7, 14);
  header.writeUInt32LE(sequence, 18);
  header[26] = packets.length;
  const page = Buffer.concat([header, Buffer.from(packets.map(({ length }) => length)), ...packets]);
  page.writeUInt32LE(crc(page), 22);
  return page;
}

/** Two silent frames of 60 ms in stereo. */
const PACKET = Buffer.from([0x1f, 0x02]);
const PACKET_SAMPLES = 5_760;
const PACKETS = 255;
/** The samples of a channel on a page of 792 bytes: 30.6 s. */
const PAGE_SAMPLES = PACKETS * PACKET_SAMPLES;

/** An Ogg Opus file of silence: few bytes, much sound. @param options.endsAt the sample at which the last page says to end */
export function opusBomb(options: { pages: number; channels?: number; endsAt?: number }): Buffer {
  const { pages, channels = 2, endsAt = options.pages * PAGE_SAMPLES } = options;
  const head = Buffer.from('OpusHead\u0001\u0002\0\0\0\0\0\0\0\0\0', 'latin1');
  head[9] = channels;
  head.writeUInt32LE(48_000, 12);
  const tags = Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1');
  const sound = Array.from({ length: pages }, (_, index) => {
    const isLast = index === pages - 1;
    return pageOf({
      flag: isLast ? 'last' : 'none',
      position: isLast ? endsAt : (index + 1) * PAGE_SAMPLES,
      sequence: index + 2,
      packets: Array.from({ length: PACKETS }, () => PACKET),
    });
  });
  const [first, second] = [head, tags].map((packet, sequence) =>
    pageOf({ flag: sequence === 0 ? 'first' : 'none', position: 0, sequence, packets: [packet] }),
  );
  return Buffer.concat([first ?? Buffer.alloc(0), second ?? Buffer.alloc(0), ...sound]);
}
