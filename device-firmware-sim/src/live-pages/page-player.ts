import { volumeToDb } from '@belfry/schemas/domain/loudness';
import { PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';
import type { Cancel, Clock } from '../hardware/clock.ts';
import type { Block, JitterBuffer } from './jitter-buffer.ts';
import { FRAME_SAMPLES, type PageDecoder } from './page-decoder.ts';
import type { OpenPageOutput } from './page-output.ts';

const SAMPLES_PER_MS = PAGE_RATE_HZ / 1_000;
/** A device that was paused for longer does not make up for it: its output has run dry. */
const PAUSED_MS = 100;
/** What is written is not further ahead than this, although the clock was set back. */
const AHEAD_MAX_MS = 2_000;
const TRANSITION_SAMPLES = 240;
const SILENT_FRAME = new Float32Array(FRAME_SAMPLES);

type PagePlayerDeps = {
  clock: Clock;
  buffer: JitterBuffer;
  /** Null where nobody hears the samples. */
  decoder: PageDecoder | null;
  output: OpenPageOutput;
  leadMs: number;
  /** 0–100 */
  volume: () => number;
  /** The first frame is heard at this instant, in ms since 1970. */
  started: (heardAt: number) => void;
  ended: (heardAt: number) => void;
};

/** `latencyMs`: from the capture to the sound, the median; null where nothing was heard. */
type PlayedCounts = { frames: number; concealed: number; latencyMs: number | null };

export type PagePlayer = ReturnType<typeof createPagePlayer>;

/** Writes the frames of a page to its output, without a break, each so that it is heard at its instant. Begins at once, with silence. */
export function createPagePlayer(deps: PagePlayerDeps) {
  const { clock, buffer, decoder, output, leadMs, volume, started, ended } = deps;
  const latencies: number[] = [];
  let concealed = 0;
  /** Instant at which the samples written next are heard. */
  let heardAt = clock.now() + leadMs;
  let isOver = false;
  let cancelNext: Cancel;

  function run(): void {
    const dueMs = heardAt - leadMs - clock.now();
    if (dueMs < -PAUSED_MS || dueMs > AHEAD_MAX_MS) heardAt = clock.now() + leadMs;
    while (!isOver && heardAt - leadMs <= clock.now()) write(buffer.take(heardAt));
    if (!isOver) cancelNext = clock.after(Math.max(1, heardAt - leadMs - clock.now()), run);
  }

  function write(block: Block): void {
    if (block.kind === 'end') {
      isOver = true;
      return ended(heardAt);
    }
    count(block);
    const samples = samplesOf(block);
    if (decoder) output.write(amplified(samples, volume()), heardAt);
    heardAt += samples.length / SAMPLES_PER_MS;
  }

  function count(block: Exclude<Block, { kind: 'end' }>): void {
    if (block.kind === 'gap') concealed += 1;
    if (block.kind !== 'frame') return;
    if (latencies.length === 0) started(heardAt);
    latencies.push(heardAt - block.frame.capturedAt);
  }

  function samplesOf(block: Exclude<Block, { kind: 'end' }>): Float32Array {
    if (block.kind === 'silence') return SILENT_FRAME.subarray(0, Math.max(1, Math.round(block.ms * SAMPLES_PER_MS)));
    if (block.kind === 'gap') return decoder?.conceal() ?? SILENT_FRAME;
    const samples = decoder?.decode(block.frame.packet) ?? SILENT_FRAME;
    return shortened(samples, Math.round(block.shortenMs * SAMPLES_PER_MS));
  }

  cancelNext = clock.after(0, run);
  return {
    counts: (): PlayedCounts => ({ frames: latencies.length, concealed, latencyMs: medianOf(latencies) }),
    stop(): void {
      isOver = true;
      cancelNext();
    },
  };
}

function shortened(samples: Float32Array, cut: number): Float32Array {
  if (cut <= 0) return samples;
  const rest = samples.slice(cut);
  for (let index = 0; index < Math.min(TRANSITION_SAMPLES, rest.length); index++) {
    const share = index / TRANSITION_SAMPLES;
    rest[index] = (samples[index] ?? 0) * (1 - share) + (rest[index] ?? 0) * share;
  }
  return rest;
}

/** At a volume, on the scale of the players. */
function amplified(samples: Float32Array, volume: number): Float32Array {
  const factor = 10 ** (volumeToDb(volume) / 20);
  return factor === 1 ? samples : samples.map((sample) => sample * factor);
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  return median === undefined ? null : Math.round(median);
}
