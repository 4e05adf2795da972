/** ITU-T G.711: one byte per sample, by tables over all 16-bit samples. */

/** µ-law takes 14 bits, A-law 13. */
const MU_LAW_BIAS = 33;
const MU_LAW_MAX = 8_158;

function muLawOf(sample: number): number {
  const scaled = sample >> 2;
  const magnitude = Math.min(Math.abs(scaled), MU_LAW_MAX) + MU_LAW_BIAS;
  const exponent = 26 - Math.clz32(magnitude);
  const mantissa = (magnitude >> (exponent + 1)) & 0x0f;
  return ~((scaled < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

function aLawOf(sample: number): number {
  // Negative samples are those of one's complement: -1 is the smallest negative value, as 0 is the smallest positive one.
  const magnitude = (sample < 0 ? ~sample : sample) >> 4;
  const sign = sample < 0 ? 0 : 0x80;
  const exponent = magnitude < 32 ? (magnitude < 16 ? 0 : 1) : 31 - Math.clz32(magnitude) - 3;
  const mantissa = (exponent < 2 ? magnitude : magnitude >> (exponent - 1)) & 0x0f;
  return (sign | (exponent << 4) | mantissa) ^ 0x55;
}

/** By the sample as an unsigned number of 16 bits. */
const tableOf = (encode: (sample: number) => number): Uint8Array =>
  Uint8Array.from({ length: 65_536 }, (_, index) => encode((index << 16) >> 16));

export type G711Law = 'PCMU' | 'PCMA';
const TABLES: Record<G711Law, Uint8Array> = { PCMU: tableOf(muLawOf), PCMA: tableOf(aLawOf) };

export function encodeG711(law: G711Law, samples: Int16Array, bytes: Uint8Array): void {
  const table = TABLES[law];
  for (let index = 0; index < samples.length; index++) bytes[index] = table[(samples[index] ?? 0) & 0xffff] ?? 0;
}
