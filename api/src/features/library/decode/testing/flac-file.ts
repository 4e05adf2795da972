import { createHash } from 'node:crypto';

const RATE = 44_100;
const BLOCK_MAX = 65_535;
const SIZE_CODES = { 8: 0b001, 16: 0b100, 24: 0b110 } as const;
export type SampleBits = keyof typeof SIZE_CODES;

type Flac = {
  bits: SampleBits;
  channels: number;
  /** What STREAMINFO states; 0: unknown. */
  statedSamples: number;
  md5?: Buffer;
  frames: readonly Buffer[];
};

function crc(bytes: Buffer, width: 8 | 16, polynomial: number): number {
  let value = 0;
  const top = 1 << (width - 1);
  for (const byte of bytes) {
    value ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) value = value & top ? (value << 1) ^ polynomial : value << 1;
  }
  return value & (2 ** width - 1);
}

function frameOf(number: number, samples: number, bits: SampleBits, subframes: readonly Buffer[]): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(samples - 1);
  const format = [0x79, ((subframes.length - 1) << 4) | (SIZE_CODES[bits] << 1)];
  const header = Buffer.concat([Buffer.from([0xff, 0xf8, ...format]), Buffer.from(String.fromCodePoint(number)), size]);
  const content = Buffer.concat([header, Buffer.from([crc(header, 8, 0x07)]), ...subframes]);
  const footer = Buffer.alloc(2);
  footer.writeUInt16BE(crc(content, 16, 0x80_05));
  return Buffer.concat([content, footer]);
}

function fileOf({ bits, channels, statedSamples, md5 = Buffer.alloc(16), frames }: Flac): Buffer {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(BLOCK_MAX, 0);
  info.writeUInt16BE(BLOCK_MAX, 2);
  const format = (BigInt(RATE) << 44n) | (BigInt(channels - 1) << 41n) | (BigInt(bits - 1) << 36n);
  info.writeBigUInt64BE(format | BigInt(statedSamples), 10);
  md5.copy(info, 18);
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, info.length]), info, ...frames]);
}

/** A FLAC file of one channel at 44.1 kHz with these samples, uncompressed, and their checksum. @param samples integers of `bits` */
export function flacOf(samples: readonly number[], bits: SampleBits): Buffer {
  const bytes = bits / 8;
  const frames: Buffer[] = [];
  const hash = createHash('md5');
  for (let from = 0; from < samples.length; from += 4_096) {
    const part = samples.slice(from, from + 4_096);
    const [big, little] = [Buffer.alloc(part.length * bytes), Buffer.alloc(part.length * bytes)];
    for (const [index, sample] of part.entries()) {
      big.writeIntBE(sample, index * bytes, bytes);
      little.writeIntLE(sample, index * bytes, bytes);
    }
    hash.update(little);
    frames.push(frameOf(frames.length, part.length, bits, [Buffer.concat([Buffer.from([0x02]), big])]));
  }
  return fileOf({ bits, channels: 1, statedSamples: samples.length, md5: hash.digest(), frames });
}

/** A FLAC file of silence: few bytes, `frames` × 65,535 samples of each channel. @param options.statedSamples 0: unknown */
export function flacBomb(options: { frames: number; channels?: number; statedSamples?: number }): Buffer {
  const { frames: count, channels = 1, statedSamples = 0 } = options;
  const silent = Array.from({ length: channels }, () => Buffer.from([0, 0, 0]));
  // Numbers up to 0x7F are one byte; what they are does not matter to a decoder that reads from the beginning.
  const frames = Array.from({ length: count }, (_, index) => frameOf(index % 128, BLOCK_MAX, 16, silent));
  return fileOf({ bits: 16, channels, statedSamples, frames });
}
