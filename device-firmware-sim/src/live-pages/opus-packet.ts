/** What a packet says about itself (RFC 6716, section 3). */
export type OpusPacket = {
  /** The first byte: configuration, channels and how frames are counted. */
  toc: number;
  /** Frames of the codec in it. */
  frames: number;
  /** At 48 kHz, of all frames. */
  samples: number;
};

/** At 48 kHz; the format allows no longer packet. */
const SAMPLES_MAX = 5_760;
const FRAME_BYTES_MAX = 1_275;
const COUNT_CODE = 0b11;
const COUNT_MASK = 0b11_1111;
const PADDING = 0b100_0000;
const VARIABLE = 0b1000_0000;
/** From this first byte of a length on, a second one follows. */
const TWO_BYTES = 252;

/** @returns null where the decoder would refuse it */
export function readOpusPacket(packet: Uint8Array): OpusPacket | null {
  const toc = packet[0];
  if (toc === undefined) return null;
  const frames = countFrames(packet, toc & COUNT_CODE);
  const samples = (frames ?? 0) * frameSamples(toc);
  return frames === null || frames === 0 || samples > SAMPLES_MAX ? null : { toc, frames, samples };
}

/** A packet as long as this one, of frames that were lost: the decoder continues what it has decoded before. */
export const lostPacket = ({ toc, frames }: OpusPacket): Uint8Array => Uint8Array.of(toc | COUNT_CODE, frames);

/** Of one frame, at 48 kHz. */
function frameSamples(toc: number): number {
  const configuration = toc >> 3;
  const size = configuration & 0b11;
  // CELT: 2.5 to 20 ms; hybrid: 10 or 20 ms; SILK: 10, 20, 40 or 60 ms.
  if (configuration >= 16) return 120 << size;
  if (configuration >= 12) return 480 << (configuration & 1);
  return size === 3 ? 2_880 : 480 << size;
}

/** @returns null where the lengths contradict the bytes */
function countFrames(packet: Uint8Array, code: number): number | null {
  const body = packet.length - 1;
  if (code === 0) return body <= FRAME_BYTES_MAX ? 1 : null;
  if (code === 1) return body % 2 === 0 && body / 2 <= FRAME_BYTES_MAX ? 2 : null;
  if (code === 2) {
    const first = lengthAt(packet, 1);
    return first && body - first.bytes - first.length >= 0 ? 2 : null;
  }
  return countMany(packet);
}

/** Of a packet that names the number of its frames in its second byte. */
function countMany(packet: Uint8Array): number | null {
  const header = packet[1];
  if (header === undefined) return null;
  const frames = header & COUNT_MASK;
  let at = 2;
  let padding = 0;
  if (header & PADDING) {
    let byte: number | undefined;
    do {
      byte = packet[at++];
      if (byte === undefined) return null;
      padding += byte === 255 ? 254 : byte;
    } while (byte === 255);
  }
  let rest = packet.length - at - padding;
  if (!(header & VARIABLE)) return rest >= 0 && frames > 0 && rest % frames === 0 ? frames : null;
  for (let frame = 1; frame < frames; frame++) {
    const length = lengthAt(packet, at);
    if (!length) return null;
    at += length.bytes;
    rest -= length.bytes + length.length;
  }
  return rest >= 0 ? frames : null;
}

function lengthAt(packet: Uint8Array, at: number): { bytes: number; length: number } | null {
  const [first, second] = [packet[at], packet[at + 1]];
  if (first === undefined) return null;
  if (first < TWO_BYTES) return { bytes: 1, length: first };
  return second === undefined ? null : { bytes: 2, length: first + 4 * second };
}
