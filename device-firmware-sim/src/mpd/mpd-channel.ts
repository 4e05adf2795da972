import type { Clock } from '../hardware/clock.ts';
import { createMpdClient } from './mpd-client.ts';
import { createFader } from './mpd-fade.ts';
import { pausedAt, positionAt, resumedAt, type MpdPlaying } from './mpd-playing.ts';
import { formatCommand } from './mpd-response.ts';
import { createMpdRun } from './mpd-run.ts';
import { startPlaying } from './mpd-start.ts';
import { readStatus, type MpdStatus } from './mpd-status.ts';

type MpdChannelOptions = {
  socketPath: string;
  clock: Clock;
  /** What was played has ended by itself, or could not be continued. */
  ended: () => void;
};

export type MpdChannel = ReturnType<typeof createMpdChannel>;

/** Plays one thing at a time on one MPD. An MPD that was started again continues what the former one played. */
export function createMpdChannel({ socketPath, clock, ended }: MpdChannelOptions) {
  let playing: MpdPlaying | null = null;
  /** Incremented by each play and stop, so that events about an earlier one are ignored. */
  let version = 0;
  let starting = false;
  const client = createMpdClient({
    socketPath,
    playerChanged: () => void checkEnd(),
    reconnected: () => void continueAfterRestart(),
  });
  const run = createMpdRun(client, clock);
  const fader = createFader(clock, async (volume) => void (await run(formatCommand('setvol', volume))));

  const status = async (): Promise<MpdStatus> => readStatus(await run('status'));
  const positionOf = (of: MpdPlaying): number => positionAt(of, clock.monotonic());

  async function play(uri: string, volume: number, positionS: number): Promise<void> {
    const own = ++version;
    starting = true;
    playing = null;
    fader.reached(volume);
    try {
      const sounds = await startPlaying({ run, clock, isCurrent: () => own === version }, { uri, volume, positionS });
      if (own !== version) return;
      starting = false;
      if (sounds) playing = { uri, anchorS: positionS, anchoredAt: clock.monotonic(), lost: false };
      else ended();
    } finally {
      if (own === version) starting = false;
    }
  }

  async function checkEnd(): Promise<void> {
    const own = version;
    if (!playing || starting) return;
    const { state } = await status().catch(() => ({ state: 'play' }));
    if (state !== 'stop' || own !== version || !playing) return;
    playing = null;
    ended();
  }

  async function continueAfterRestart(): Promise<void> {
    const before = playing;
    const own = version;
    if (!before || starting) return;
    try {
      const { state } = await status();
      if (state !== 'stop' || own !== version) return;
      if (before.anchoredAt === null) playing = { ...before, lost: true };
      else await playAgain(before);
    } catch {
      ended();
    }
  }

  const playAgain = (before: MpdPlaying): Promise<void> => play(before.uri, fader.current() ?? 100, positionOf(before));

  return {
    /** Resolves when it sounds; rejects with OutputError. */
    play,
    async stop(): Promise<void> {
      version += 1;
      starting = false;
      playing = null;
      await run('stop');
    },
    async pause(): Promise<void> {
      if (!playing || playing.anchoredAt === null) return;
      playing = pausedAt(playing, clock.monotonic());
      await run('pause "1"');
    },
    async resume(): Promise<void> {
      if (!playing || playing.anchoredAt !== null) return;
      if (playing.lost) return playAgain(playing);
      await run('pause "0"');
      if (playing) playing = resumedAt(playing, clock.monotonic());
    },
    positionS: (): number => (playing ? positionOf(playing) : 0),
    setVolume: (volume: number, fadeMs: number): Promise<void> => fader.fade(volume, fadeMs),
    connected: (): Promise<void> => client.connected(),
    close: (): void => client.close(),
  };
}
