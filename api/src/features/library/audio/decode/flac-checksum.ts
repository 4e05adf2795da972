import { createHash } from 'node:crypto';

/** STREAMINFO is the first block: after `fLaC` and the header of the block. */
const STREAMINFO_AT = 8;
const BITS_AT = STREAMINFO_AT + 12;
const MD5_AT = STREAMINFO_AT + 18;
const MD5_BYTES = 16;

/** The bits of a sample for which the scale of the decoder is known; a Float32 holds 24 exactly. */
const KNOWN_BITS: ReadonlySet<number> = new Set([8, 16, 24]);

/** The sample that the decoder returns as 1. It divides by the largest positive sample, so that the lowest one is a little below -1. */
const fullScaleOf = (bits: number): number => 2 ** (bits - 1) - 1;

/** Compares decoded sound with the checksum that a FLAC file states of it. */
export type FlacChecksum = {
  add(channels: readonly Float32Array[]): void;
  /** True also for a file that states none, or has other samples than those of 8, 16 and 24 bits. */
  matches(): boolean;
};

export function createFlacChecksum(file: Buffer): FlacChecksum {
  const bits = ((file.readUInt16BE(BITS_AT) >> 4) & 31) + 1;
  const stated = file.subarray(MD5_AT, MD5_AT + MD5_BYTES);
  const bytes = Math.ceil(bits / 8);
  const full = fullScaleOf(bits);
  const hash = createHash('md5');
  const isKnown = KNOWN_BITS.has(bits) && stated.some((byte) => byte !== 0);
  return {
    add(channels) {
      if (!isKnown) return;
      const length = channels[0]?.length ?? 0;
      const samples = Buffer.alloc(length * channels.length * bytes);
      let at = 0;
      for (let index = 0; index < length; index += 1) {
        for (const channel of channels) {
          const value = Math.round((channel[index] ?? 0) * full);
          at = samples.writeIntLE(Math.max(-full - 1, Math.min(full, value)), at, bytes);
        }
      }
      hash.update(samples);
    },
    matches: () => !isKnown || hash.digest().equals(stated),
  };
}
