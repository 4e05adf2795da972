/** Packet types of MQTT 3.1.1 (§2.2.1) that a subscriber meets. */
export const TYPES = { connack: 2, publish: 3, suback: 9 } as const;

/**
 * Calls back with the type of each packet as its last byte arrives. It looks at the first byte and the length only, so
 * that a generator costs next to nothing and the broker is measured.
 */
export function packetTypes(each: (type: number) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    let buffer = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (;;) {
      let length = 0;
      let at = 1;
      for (; at < buffer.length; at++) {
        const byte = buffer[at] ?? 0;
        length += (byte & 127) << (7 * (at - 1));
        if (byte < 128) break;
      }
      const end = at + 1 + length;
      if (at >= buffer.length || buffer.length < end) break;
      each((buffer[0] ?? 0) >> 4);
      buffer = buffer.subarray(end);
    }
    rest = buffer;
  };
}
