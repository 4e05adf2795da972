import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import type { AudioCache } from '../audio-cache/audio-cache.ts';
import type { Clock } from '../hardware/clock.ts';
import type { AudioOutput } from '../playback/audio-output.ts';

type Chime = NonNullable<CommandParams<'page_open'>['chime']>;

/** Less of it would sound like a mistake. */
const SHORTEST_MS = 300;

type PageChimeOptions = {
  clock: Clock;
  cache: AudioCache;
  output: Pick<AudioOutput, 'play' | 'stop'>;
  chime: Chime;
  /** When it begins, in ms since 1970 by the device's clock. */
  startsAt: number;
  /** 0–100 */
  volume: number;
};

/**
 * Plays the chime of a page on the voice channel, at its instant; a device that is late plays the rest of it. A page does not wait for one that
 * must be downloaded.
 */
export function startPageChime({ clock, cache, output, chime, startsAt, volume }: PageChimeOptions) {
  const controller = new AbortController();
  const { signal } = controller;
  const endsAt = startsAt + chime.duration_ms;
  let isPlaying = false;

  async function play(): Promise<void> {
    if (!cache.has(chime.sha256)) await cache.ensure([chime], { signal });
    const elapsedMs = clock.now() - startsAt;
    if (signal.aborted || chime.duration_ms - elapsedMs < SHORTEST_MS) return;
    isPlaying = true;
    const start = elapsedMs > 0 ? { positionS: elapsedMs / 1_000 } : { startAt: startsAt };
    await output.play('voice', chime, { volume, ...start });
  }

  // Without a chime, the page is heard nevertheless.
  play().catch(() => {});
  return {
    stop: (): void => {
      controller.abort();
      if (isPlaying && clock.now() < endsAt) void output.stop('voice').catch(() => {});
      isPlaying = false;
    },
  };
}
