import { createHash } from 'node:crypto';

/** STREAMINFO is the first block: after `fLaC` and the header of the block. */
const STREAMINFO_AT = 8;
const BITS_AT = STREAMINFO_AT + 12;
const MD5_AT = STREAMINFO_AT + 18;
const MD5_BYTES = 16;

/** Compares decoded sound with the checksum that a FLAC file states of it. */
export type FlacChecksum = {
  add(channels: readonly Float32Array[]): void;
  /** True also for a file that states none. */
  matches(): boolean;
};

export function createFlacChecksum(file: Buffer): FlacChecksum {
  const bits = ((file.readUInt16BE(BITS_AT) >> 4) & 31) + 1;
  const stated = file.subarray(MD5_AT, MD5_AT + MD5_BYTES);
  const bytes = Math.ceil(bits / 8);
  const full = 2 ** (bits - 1);
  const hash = createHash('md5');
  // A Float32 holds 24 bits exactly.
  const isKnown = bits <= 24 && stated.some((byte) => byte !== 0);
  return {
    add(channels) {
      if (!isKnown) return;
      const length = channels[0]?.length ?? 0;
      const samples = Buffer.alloc(length * channels.length * bytes);
      let at = 0;
      for (let index = 0; index < length; index += 1) {
        for (const channel of channels) {
          const value = Math.round((channel[index] ?? 0) * full);
          at = samples.writeIntLE(Math.max(-full, Math.min(full - 1, value)), at, bytes);
        }
      }
      hash.update(samples);
    },
    matches: () => !isKnown || hash.digest().equals(stated),
  };
}
