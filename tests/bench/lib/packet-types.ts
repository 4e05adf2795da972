/** Packet types of MQTT 3.1.1 (§2.2.1) that a subscriber receives. */
export const TYPES = { connack: 2, publish: 3, suback: 9 } as const;

/**
 * Calls `each` with the type of each packet when its last byte arrives. It parses only the first byte and the length, to
 * keep the cost of the load generator low.
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
