import { openSync, closeSync, writeSync } from 'node:fs';
import { PEAK_MAX_DBTP, type Loudness } from '@belfry/schemas/domain/loudness';
import { createMp3Encoder } from 'wasm-media-encoders';
import { decodeFile } from './decode-file.ts';
import { createLimiter } from './limiter.ts';
import { DamagedError } from './waveform.ts';

const BITRATE_KBIT_S = { mono: 96, stereo: 192, low: 160 };
/** MP3 has two kinds of rates; those of the second have lower bit rates. */
const LOW_RATE = 24_000;
const RATE_MAX = 48_000;
/** Encoding and decoding again changes both a little, so that it is done again with what was measured. */
const ATTEMPTS = 3;
const NEAR_ENOUGH_LU = 0.25;
/** Peaks are lowered by so much at most; what would need more stays softer. */
const LIMITING_MAX_DB = 8;
const CEILING_DBFS = -2;

const ratioOf = (db: number): number => 10 ** (db / 20);

/**
 * Writes a file as MP3 with this loudness and a true peak of at most PEAK_MAX_DBTP, as far as LIMITING_MAX_DB permits. Throws DamagedError for what
 * cannot be encoded, as rates above 48 kHz.
 * @param source of the file
 * @returns what the written file is measured as
 */
export async function levelFile(path: string, target: string, lufs: number, source: Loudness): Promise<Loudness> {
  if (source.loudness_lufs === null || source.peak_dbtp === null) throw new DamagedError('The file is silent');
  let gain = lufs - source.loudness_lufs;
  let ceiling = CEILING_DBFS;
  for (let attempt = 1; ; attempt += 1) {
    gain = Math.min(gain, ceiling - source.peak_dbtp + LIMITING_MAX_DB);
    await encode(path, target, { factor: ratioOf(gain), ceiling: ratioOf(ceiling) });
    const { loudness_lufs, peak_dbtp } = await decodeFile(target);
    const missing = lufs - (loudness_lufs ?? lufs);
    const above = (peak_dbtp ?? PEAK_MAX_DBTP) - PEAK_MAX_DBTP;
    if (attempt === ATTEMPTS || (above <= 0 && Math.abs(missing) <= NEAR_ENOUGH_LU))
      return { loudness_lufs, peak_dbtp };
    gain += missing;
    if (above > 0) ceiling -= above + 0.1;
  }
}

/** Decodes, amplifies and encodes in parts, so that an hour needs no more memory than a minute. */
async function encode(path: string, target: string, gain: { factor: number; ceiling: number }): Promise<void> {
  const encoder = await createMp3Encoder();
  const file = openSync(target, 'w');
  let limiter: ReturnType<typeof createLimiter> | undefined;
  let stream = { rate: 0, channels: 0 };
  const write = (channels: Float32Array[]): void => void writeSync(file, encoder.encode(channels));

  function begin(rate: number, channels: number): ReturnType<typeof createLimiter> {
    if (rate > RATE_MAX || (channels !== 1 && channels !== 2)) throw new DamagedError('This rate cannot be encoded');
    const { mono, stereo, low } = BITRATE_KBIT_S;
    const bitrate = channels === 1 ? mono : rate <= LOW_RATE ? low : stereo;
    encoder.configure({ sampleRate: rate, channels, bitrate: bitrate as 96 });
    stream = { rate, channels };
    return createLimiter(gain, stream);
  }

  try {
    await decodeFile(path, (channels, rate) => {
      if (channels.length === 0 || (channels[0]?.length ?? 0) === 0) return;
      limiter ??= begin(rate, channels.length);
      if (rate !== stream.rate || channels.length !== stream.channels)
        throw new DamagedError('The rate changes within the file');
      write(limiter.add(channels));
    });
    if (limiter) write(limiter.end());
    writeSync(file, encoder.finalize());
  } finally {
    closeSync(file);
  }
}
