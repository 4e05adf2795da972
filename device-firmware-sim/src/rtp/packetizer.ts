import type { RtpFormat } from './format.ts';

const HEADER_BYTES = 12;
const VERSION = 2 << 6;
const MARKER = 0x80;
/** Of 200 speakers with an address for each priority. */
const KEPT_MAX = 1_000;

export type Packetizer = {
  /**
   * A packet of RFC 3550.
   * @param tick number of the packet's 20 ms on the clock of the sender, which goes on while nothing is sent
   * @param isFirst whether nothing was sent before it: a talk spurt begins
   */
  packet(payload: Uint8Array, tick: number, isFirst: boolean): Uint8Array;
};

/** @param random a number of 32 bits: what is first, and the SSRC, can be guessed by nobody */
export function createPacketizer({ payloadType, ticks }: RtpFormat, random: () => number): Packetizer {
  const source = random() >>> 0;
  const timestampBase = random() >>> 0;
  let sequence = random() & 0xffff;
  return {
    packet(payload, tick, isFirst) {
      const packet = new Uint8Array(HEADER_BYTES + payload.length);
      const view = new DataView(packet.buffer);
      view.setUint8(0, VERSION);
      view.setUint8(1, payloadType | (isFirst ? MARKER : 0));
      view.setUint16(2, sequence);
      view.setUint32(4, (timestampBase + tick * ticks) % 2 ** 32);
      view.setUint32(8, source);
      packet.set(payload, HEADER_BYTES);
      sequence = (sequence + 1) & 0xffff;
      return packet;
    },
  };
}

/**
 * A stream goes on where it was when it is heard again: receivers take one that begins anew for packets that come too late.
 * @returns the packetizer of a key
 */
export function keepPacketizers(random: () => number): (key: string, format: RtpFormat) => Packetizer {
  const kept = new Map<string, Packetizer>();
  return (key, format) => {
    const packetizer = kept.get(key) ?? createPacketizer(format, random);
    kept.delete(key);
    kept.set(key, packetizer);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(oldest);
    }
    return packetizer;
  };
}
