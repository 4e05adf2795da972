import type { Chime } from '@belfry/schemas/domain/announcements';
import type { Loudness } from '@belfry/schemas/domain/loudness';
import { createLoudnessMeter } from '../decode/loudness.ts';

const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;
const FULL_SCALE = 32_767;
const PCM = 1;
/** A WAV file of 16 bits with one channel. @param samples from -1 to 1 */
function encodeWav(samples: Float32Array, rate: number): Buffer {
  const bytes = samples.length * BYTES_PER_SAMPLE;
  const file = Buffer.alloc(HEADER_BYTES + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(PCM, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * BYTES_PER_SAMPLE, 28);
  file.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  file.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  samples.forEach((sample, index) => {
    const limited = Math.max(-1, Math.min(1, sample));
    file.writeInt16LE(Math.round(limited * FULL_SCALE), HEADER_BYTES + index * BYTES_PER_SAMPLE);
  });
  return file;
}

const RATE = 24_000;
/** Below full scale, so that partials that coincide do not clip. */
const GAIN = 0.5;
const ATTACK_S = 0.005;
const RELEASE_S = 0.03;
/** Between a chime and the speech after it; see ANN-18. */
const PAUSE_S = 0.4;

/** A tone: when it starts, how long it sounds, its frequencies in Hz, and after how many seconds it has a third of its level. */
type Tone = { at: number; length: number; hz: readonly number[]; decay: number };

const tones = (notes: readonly number[], stepS: number, lengthS: number, decay: number): Tone[] =>
  notes.map((hz, index) => ({ at: index * stepS, length: lengthS, hz: [hz, hz * 2, hz * 3], decay }));

const CHIMES: Record<Exclude<Chime, 'none'>, readonly Tone[]> = {
  ding_dong: tones([659.26, 523.25], 0.6, 1.2, 0.35),
  three_tone: tones([523.25, 659.26, 783.99], 0.4, 1, 0.3),
  bell: Array.from({ length: 3 }, (_, index) => ({
    at: index,
    length: 1.6,
    // The partials of a bell are not multiples of one frequency.
    hz: [440, 528, 880, 1_184],
    decay: 0.5,
  })),
  alarm: Array.from({ length: 6 }, (_, index) => ({
    at: index * 0.5,
    length: 0.5,
    hz: [index % 2 === 0 ? 960 : 770],
    decay: Infinity,
  })),
};

type ChimeSound = { file: Buffer; durationMs: number; loudness: Loudness };

/** The sound of a chime with the silence after it as a WAV file, the same with each call, and its loudness. */
export function chimeSound(chime: Exclude<Chime, 'none'>): ChimeSound {
  const parts = CHIMES[chime];
  const seconds = Math.max(...parts.map(({ at, length }) => at + length)) + PAUSE_S;
  const samples = new Float32Array(Math.round(seconds * RATE));
  for (const tone of parts) addTone(samples, tone);
  const meter = createLoudnessMeter();
  meter.add([samples], RATE);
  const durationMs = Math.round((samples.length / RATE) * 1_000);
  return { file: encodeWav(samples, RATE), durationMs, loudness: meter.result() };
}

function addTone(samples: Float32Array, { at, length, hz, decay }: Tone): void {
  const start = Math.round(at * RATE);
  const count = Math.round(length * RATE);
  for (let index = 0; index < count && start + index < samples.length; index += 1) {
    const time = index / RATE;
    const level = Math.min(1, time / ATTACK_S, (length - time) / RELEASE_S) * Math.exp(-time / decay);
    const wave = hz.reduce((sum, one, partial) => sum + Math.sin(2 * Math.PI * one * time) / (partial + 1) ** 2, 0);
    const before = samples[start + index] ?? 0;
    samples[start + index] = before + (wave * level * GAIN) / 1.5;
  }
}
