import type { RtpFormat } from './format.ts';

const HEADER_BYTES = 12;
const VERSION = 2 << 6;
const MARKER = 0x80;

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
