import type { Clock } from '../hardware/clock.ts';
import { SAMPLE_FORMAT } from '../mpd/mpd-config.ts';
import type { Ear, Listening } from '../playback/ear.ts';
import { hearSpeech, type HeardSpeech } from '../sound/hear-speech.ts';
import { downsample, samplesOf } from '../sound/pcm.ts';
import { openSound } from './microphone.ts';

/** Longer recordings are cut to this: 1 MB of each. */
const LISTENED_S = 30;
/** Speech is below half of the remaining rate. */
const DOWNSAMPLED = 5;
const RATE = SAMPLE_FORMAT.rate / DOWNSAMPLED;
const FRAME_BYTES = (SAMPLE_FORMAT.bits / 8) * SAMPLE_FORMAT.channels * DOWNSAMPLED;
const BYTES_PER_MS = (SAMPLE_FORMAT.rate * SAMPLE_FORMAT.channels * SAMPLE_FORMAT.bits) / 8 / 1_000;

const FAILED: HeardSpeech = { result: 'not_tested', reason: 'microphone_failed' };

type EarOptions = {
  /** An ALSA device or a named pipe. */
  microphone: string;
  /** The named pipe that gets what the voice player plays. */
  tap: string;
  clock: Pick<Clock, 'monotonic'>;
};

/** The microphone of a machine, and what its voice player plays. The samples are compared in memory, and are dropped with the result. */
export function createHostEar({ microphone, tap, clock }: EarOptions): Ear {
  return {
    listen() {
      try {
        return listening(openSound(tap), openSound(microphone), clock);
      } catch {
        return { next: () => undefined, hear: async () => FAILED, drop: () => undefined };
      }
    },
  };
}

type Source = ReturnType<typeof openSound>;

function listening(player: Source, microphone: Source, clock: EarOptions['clock']): Listening {
  const until = clock.monotonic() + LISTENED_S * 1_000;
  const recorded = createTrack(clock);
  /** One track per part of the announcement, because a player may pause for some milliseconds between parts. */
  const parts = [createTrack(clock)];
  collect(player, (bytes) => parts.at(-1)?.add(bytes));
  collect(microphone, (bytes) => recorded.add(bytes));

  function collect({ stream }: Source, add: (bytes: Buffer) => void): void {
    stream.on('data', (bytes: Buffer) => void (clock.monotonic() < until && add(bytes)));
    stream.on('error', () => undefined);
  }

  function end(): void {
    player.end();
    microphone.end();
  }

  return {
    next: () => void parts.push(createTrack(clock)),
    async hear() {
      end();
      const longest = parts.reduce((most, part) => (part.length() > most.length() ? part : most));
      const [from, at] = [recorded.startedAt(), longest.startedAt()];
      if (from === null) return FAILED;
      if (at === null) return { result: 'not_tested', reason: 'failed' };
      const later = Math.round(((at - from) * RATE) / 1_000);
      const played = longest.samples().subarray(Math.max(0, -later));
      return hearSpeech({ played, recorded: recorded.samples().subarray(Math.max(0, later)), rate: RATE });
    },
    drop: end,
  };
}

function createTrack(clock: EarOptions['clock']) {
  const chunks: Float32Array[] = [];
  let rest = Buffer.alloc(0);
  let length = 0;
  let startedAt: number | null = null;
  return {
    add(bytes: Buffer): void {
      startedAt ??= clock.monotonic() - bytes.length / BYTES_PER_MS;
      const all = Buffer.concat([rest, bytes]);
      const whole = all.length - (all.length % FRAME_BYTES);
      rest = all.subarray(whole);
      const chunk = downsample(samplesOf(all.subarray(0, whole), SAMPLE_FORMAT.channels), DOWNSAMPLED);
      chunks.push(chunk);
      length += chunk.length;
    },
    length: (): number => length,
    /** Time of the first sample by the monotonic clock; null if there was none. */
    startedAt: (): number | null => startedAt,
    samples(): Float32Array {
      const samples = new Float32Array(length);
      let at = 0;
      for (const chunk of chunks) {
        samples.set(chunk, at);
        at += chunk.length;
      }
      return samples;
    },
  };
}
