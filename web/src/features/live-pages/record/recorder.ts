import { PAGE_FRAME_MS } from '@belfry/schemas/mqtt/page-frames';
import { peakOf } from '../audio/level.ts';
import { OPUS } from '../audio/opus-settings.ts';
import { writeInt16 } from '../audio/pcm.ts';
import type { Microphone } from '../audio/microphone.ts';
import { createStore, type Store } from '../store.ts';

/** The longest recording: 30 MB. */
export const RECORDING_MAX_MS = 300_000;
const FRAMES_MAX = RECORDING_MAX_MS / PAGE_FRAME_MS;

/** What was recorded: samples of one channel at 48 kHz, and the peak (0 to 1) of each 40 ms. */
export type Recording = { samples: Int16Array; peaks: readonly number[] };

export const lengthMs = ({ peaks }: Recording): number => peaks.length * PAGE_FRAME_MS;

export type RecorderState =
  | { status: 'empty' }
  | { status: 'recording'; lengthMs: number }
  | { status: 'recorded'; recording: Recording };

export type Recorder = {
  state: Store<RecorderState>;
  start: (microphone: Microphone) => void;
  stop: () => void;
  discard: () => void;
};

export function createRecorder(): Recorder {
  const state = createStore<RecorderState>({ status: 'empty' });
  let frames: Int16Array[] = [];
  let peaks: number[] = [];
  let release: (() => void) | null = null;
  const stop = (): void => {
    release?.();
    release = null;
    if (state.get().status !== 'recording') return;
    state.set(frames.length === 0 ? { status: 'empty' } : { status: 'recorded', recording: joined(frames, peaks) });
    frames = [];
  };
  return {
    state,
    start: (microphone) => {
      stop();
      frames = [];
      peaks = [];
      state.set({ status: 'recording', lengthMs: 0 });
      const silence = microphone.onSamples((samples) => {
        const frame = new Int16Array(samples.length);
        writeInt16(samples, frame);
        frames.push(frame);
        peaks.push(peakOf(samples));
        state.set({ status: 'recording', lengthMs: frames.length * PAGE_FRAME_MS });
        if (frames.length >= FRAMES_MAX) stop();
      });
      // What was recorded until then is kept.
      const ignore = microphone.onFault((fault) => fault === 'unplugged' && stop());
      release = () => {
        silence();
        ignore();
      };
    },
    stop,
    discard: () => {
      stop();
      state.set({ status: 'empty' });
    },
  };
}

function joined(frames: readonly Int16Array[], peaks: readonly number[]): Recording {
  const samples = new Int16Array(frames.length * OPUS.frameSamples);
  for (const [index, frame] of frames.entries()) samples.set(frame, index * OPUS.frameSamples);
  return { samples, peaks };
}

/** A part of a recording, in ms from its beginning. */
export type Part = readonly [fromMs: number, toMs: number];

export const samplesOf = ({ samples }: Recording, [fromMs, toMs]: Part): Int16Array =>
  samples.subarray((fromMs * OPUS.rateHz) / 1_000, (toMs * OPUS.rateHz) / 1_000);

/** Below it a frame counts as a pause: −40 dB. */
const QUIET = 0.01;
/** Silence that is kept before the first and after the last word. */
const MARGIN_MS = 200;

/** The recording without the silence at its ends, as the first proposal of what is kept. */
export function spokenPart(recording: Recording): Part {
  const { peaks } = recording;
  const first = peaks.findIndex((peak) => peak > QUIET);
  const last = peaks.findLastIndex((peak) => peak > QUIET);
  const whole = lengthMs(recording);
  if (first < 0) return [0, whole];
  return [Math.max(0, first * PAGE_FRAME_MS - MARGIN_MS), Math.min(whole, (last + 1) * PAGE_FRAME_MS + MARGIN_MS)];
}
