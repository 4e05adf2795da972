import type { Chime } from '@belfry/schemas/domain/announcements';
import { DEFAULT_TARGETS, type Loudness } from '@belfry/schemas/domain/loudness';
import { createLoudnessMeter } from '../decode/index.ts';
import { encodeWav } from './encode-wav.ts';

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

export function chimeSound(chime: Exclude<Chime, 'none'>): ChimeSound {
  const parts = CHIMES[chime];
  const seconds = Math.max(...parts.map(({ at, length }) => at + length)) + PAUSE_S;
  const samples = new Float32Array(Math.round(seconds * RATE));
  for (const tone of parts) addTone(samples, tone);
  const { loudness_lufs } = loudnessOf(samples);
  const factor = 10 ** ((DEFAULT_TARGETS.speech_lufs - (loudness_lufs ?? 0)) / 20);
  const levelled = samples.map((sample) => sample * factor);
  const durationMs = Math.round((samples.length / RATE) * 1_000);
  return { file: encodeWav(levelled, RATE), durationMs, loudness: loudnessOf(levelled) };
}

function loudnessOf(samples: Float32Array): Loudness {
  const meter = createLoudnessMeter();
  meter.add([samples], RATE);
  return meter.result();
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
