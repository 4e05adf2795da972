import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Cancel, Clock } from '../../hardware/clock.ts';
import { OutputError, type AudioOutput, type AudioSource } from './audio-output.ts';

/** What a channel plays; `startedAt` by the monotonic clock, null while it is paused. */
type Playing = { durationMs: number; elapsedMs: number; startedAt: number | null; cancelEnd: Cancel };

/**
 * An output without sound, whose files end after their duration by the clock. Streams never end.
 * @param fails whether the sound card does not open, as sometimes on flaky devices
 */
export function createSimulatedOutput(clock: Clock, fails: () => boolean = () => false): AudioOutput {
  const channels = new Map<PlayerChannel, Playing>();
  const handlers = new Set<(channel: PlayerChannel) => void>();

  function run(channel: PlayerChannel, playing: Playing): void {
    playing.startedAt = clock.monotonic();
    if (playing.durationMs === Infinity) return;
    playing.cancelEnd = clock.after(Math.max(0, playing.durationMs - playing.elapsedMs), () => {
      channels.delete(channel);
      for (const handle of handlers) handle(channel);
    });
  }

  function halt(channel: PlayerChannel): Playing | undefined {
    const playing = channels.get(channel);
    playing?.cancelEnd();
    return playing;
  }

  return {
    async play(channel, source, { positionS = 0 }) {
      halt(channel);
      channels.delete(channel);
      if (fails()) throw new OutputError(`${channel}: the sound card did not open`);
      const playing = {
        durationMs: durationOf(source),
        elapsedMs: positionS * 1_000,
        startedAt: null,
        cancelEnd: () => {},
      };
      channels.set(channel, playing);
      run(channel, playing);
    },
    onEnded(handle) {
      handlers.add(handle);
      return () => void handlers.delete(handle);
    },
    async stop(channel) {
      halt(channel);
      channels.delete(channel);
    },
    async pause(channel) {
      const playing = halt(channel);
      if (!playing) return;
      playing.elapsedMs = elapsedMsOf(playing, clock.monotonic());
      playing.startedAt = null;
    },
    async resume(channel) {
      const playing = channels.get(channel);
      if (playing?.startedAt === null) run(channel, playing);
    },
    positionS(channel) {
      const playing = channels.get(channel);
      return playing ? elapsedMsOf(playing, clock.monotonic()) / 1_000 : 0;
    },
    async setVolume() {},
  };
}

const elapsedMsOf = ({ elapsedMs, startedAt }: Playing, now: number): number =>
  elapsedMs + (startedAt === null ? 0 : now - startedAt);

const durationOf = (source: AudioSource): number => ('url' in source ? Infinity : source.duration_ms);
