import { openSync, closeSync, writeSync } from 'node:fs';
import { PEAK_MAX_DBTP, type Loudness } from '@belfry/schemas/domain/loudness';
import { createMp3Encoder } from 'wasm-media-encoders';
import { decodeFile } from './decode-file.ts';
import { createLimiter } from './limiter.ts';
import { createLoudnessMeter } from './loudness.ts';
import { DamagedError } from './waveform.ts';

const BITRATE_KBIT_S = { mono: 96, stereo: 192, low: 160 };
/** MP3 has two kinds of rates; those of the second have lower bit rates. */
const LOW_RATE = 24_000;
const RATE_MAX = 48_000;
/** Encoding and decoding again changes both a little, so that it is done again with what was measured. */
const ATTEMPTS = 3;
/** Attempts with the limiter alone, which is cheap to compute. */
const TRIALS = 6;
const NEAR_ENOUGH_LU = 0.25;
/** Peaks are lowered by so much at most; what would need more stays softer. */
const LIMITING_MAX_DB = 8;
const CEILING_DBFS = -2;
const KEPT_SAMPLES = 60 * RATE_MAX;

const ratioOf = (db: number): number => 10 ** (db / 20);

/** Gain and ceiling in dB. */
type Levels = { gain: number; ceiling: number };
type OnSound = (channels: readonly Float32Array[], rate: number) => void;
type Sound = (onSound: OnSound) => Promise<unknown>;

/**
 * Writes a file as MP3 with this loudness and a true peak of at most PEAK_MAX_DBTP, as far as LIMITING_MAX_DB permits. Throws DamagedError for what
 * cannot be encoded, as rates above 48 kHz.
 * @param source of the file
 * @returns what the written file is measured as
 */
export async function levelFile(path: string, target: string, lufs: number, source: Loudness): Promise<Loudness> {
  if (source.loudness_lufs === null || source.peak_dbtp === null) throw new DamagedError('The file is silent');
  const { loudness_lufs: loudness, peak_dbtp: peak } = source;
  const adjusted = ({ gain, ceiling }: Levels, measured: Loudness): { levels: Levels; isAsWanted: boolean } => {
    const missing = lufs - (measured.loudness_lufs ?? lufs);
    const above = (measured.peak_dbtp ?? PEAK_MAX_DBTP) - PEAK_MAX_DBTP;
    const lowered = above > 0 ? ceiling - above - 0.1 : ceiling;
    const levels = { gain: Math.min(gain + missing, lowered - peak + LIMITING_MAX_DB), ceiling: lowered };
    return { levels, isAsWanted: above <= 0 && Math.abs(missing) <= NEAR_ENOUGH_LU };
  };
  const kept = await keep(path);
  const sound: Sound = kept ? async (onSound) => kept(onSound) : (onSound) => decodeFile(path, onSound);
  let levels: Levels = {
    gain: Math.min(lufs - loudness, CEILING_DBFS - peak + LIMITING_MAX_DB),
    ceiling: CEILING_DBFS,
  };
  if (kept) {
    for (let trial = 1; trial <= TRIALS; trial += 1) {
      const { levels: next, isAsWanted } = adjusted(levels, limitedLoudness(kept, levels));
      if (isAsWanted) break;
      levels = next;
    }
  }
  for (let attempt = 1; ; attempt += 1) {
    await encode(sound, target, levels);
    const measured = await decodeFile(target);
    const { levels: next, isAsWanted } = adjusted(levels, measured);
    if (attempt === ATTEMPTS || isAsWanted)
      return { loudness_lufs: measured.loudness_lufs, peak_dbtp: measured.peak_dbtp };
    levels = next;
  }
}

/** The sound of a short file, which is decoded once; null for a longer one. */
async function keep(path: string): Promise<((onSound: OnSound) => void) | null> {
  const parts: { channels: readonly Float32Array[]; rate: number }[] = [];
  let samples = 0;
  await decodeFile(path, (channels, rate) => {
    samples += channels[0]?.length ?? 0;
    if (samples > KEPT_SAMPLES) parts.length = 0;
    else parts.push({ channels: channels.map((channel) => channel.slice()), rate });
  });
  if (samples > KEPT_SAMPLES) return null;
  return (onSound) => {
    for (const { channels, rate } of parts) onSound(channels, rate);
  };
}

function limitedLoudness(kept: (onSound: OnSound) => void, { gain, ceiling }: Levels): Loudness {
  const meter = createLoudnessMeter();
  let limiter: ReturnType<typeof createLimiter> | undefined;
  let rate = 0;
  kept((channels, of) => {
    rate = of;
    limiter ??= createLimiter(
      { factor: ratioOf(gain), ceiling: ratioOf(ceiling) },
      { rate, channels: channels.length },
    );
    meter.add(limiter.add([...channels]), rate);
  });
  if (limiter) meter.add(limiter.end(), rate);
  return meter.result();
}

/** Amplifies and encodes in parts, so that an hour needs no more memory than a minute. */
async function encode(sound: Sound, target: string, { gain, ceiling }: Levels): Promise<void> {
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
    return createLimiter({ factor: ratioOf(gain), ceiling: ratioOf(ceiling) }, stream);
  }

  try {
    await sound((channels, rate) => {
      if (channels.length === 0 || (channels[0]?.length ?? 0) === 0) return;
      limiter ??= begin(rate, channels.length);
      if (rate !== stream.rate || channels.length !== stream.channels)
        throw new DamagedError('The rate changes within the file');
      write(limiter.add([...channels]));
    });
    if (limiter) write(limiter.end());
    writeSync(file, encoder.finalize());
  } finally {
    closeSync(file);
  }
}
