import type { Cancel, Clock } from '../hardware/clock.ts';
import { createFader, levelOf } from './fader.ts';
import { createMpdClient, createMpdRun } from './mpd-client.ts';
import { formatCommand } from './mpd-response.ts';
import { readStatus, startPlaying, type MpdStatus, type Start } from './mpd-start.ts';

type MpdChannelOptions = {
  socketPath: string;
  clock: Clock;
  /**
   * Called when the source has ended by itself or could not be continued, or when the next one plays (`isFollowed`).
   */
  ended: (isFollowed: boolean, silentMs?: number) => void;
  titled: (title: string) => void;
};

export type MpdChannel = ReturnType<typeof createMpdChannel>;

/** `id`: in the queue of MPD. */
type Following = FollowUp & { id: string };
/** `overlapMs`: time in which both are heard, in whole seconds. */
type FollowUp = { uri: string; gainDb: number; overlapMs: number };

/** How often a stream is looked at, and after how long without sound it is given up: that must leave time of the 15 s of PLAY-16. */
const WATCH_MS = 1_000;
const STALLED_MS = 5_000;
const isStream = (uri: string): boolean => /^https?:/i.test(uri);

/** Plays one thing at a time on one MPD, or two that overlap. An MPD that was started again continues what the former one played. */
export function createMpdChannel({ socketPath, clock, ended, titled }: MpdChannelOptions) {
  let playing: MpdPlaying | null = null;
  /** Incremented by each play and stop, so that events about an earlier one are ignored. */
  let version = 0;
  let starting = false;
  /** Gain of the source that plays, needed again when the volume changes. */
  let gain = 0;
  let volume = 100;
  let following: Following | null = null;
  let cancelMix: Cancel = () => {};
  let cancelWatch: Cancel = () => {};
  let title = '';
  const client = createMpdClient({
    socketPath,
    playerChanged: () => void checkEnd(),
    reconnected: () => void continueAfterRestart(),
  });
  const run = createMpdRun(client, clock);
  const fader = createFader(clock, async (volume) => void (await run(formatCommand('setvol', volume))));

  const status = async (): Promise<MpdStatus> => readStatus(await run('status'));
  const positionOf = (of: MpdPlaying): number => positionAt(of, clock.monotonic());

  const play = (start: Omit<Start, 'level'> & { volume: number; gainDb: number }): Promise<void> => {
    gain = start.gainDb;
    volume = start.volume;
    return playAt({ ...start, level: levelOf(volume, gain) });
  };

  async function playAt({ uri, level, positionS, startAt }: Start): Promise<void> {
    const own = ++version;
    starting = true;
    playing = null;
    forgetFollowing();
    cancelWatch();
    title = '';
    fader.reached(level);
    try {
      const player = { run, clock, isCurrent: () => own === version };
      const sounds = await startPlaying(player, { uri, level, positionS, startAt });
      if (own !== version) return;
      starting = false;
      if (!sounds) return ended(false);
      playing = { uri, anchorS: positionS, anchoredAt: clock.monotonic(), lost: false };
      if (isStream(uri)) watchStream(own);
    } finally {
      if (own === version) starting = false;
    }
  }

  /** A server may keep a stream open and send nothing: MPD plays on then, and its position stands. */
  function watchStream(own: number, elapsed = -1, stoodMs = 0): void {
    cancelWatch = clock.after(WATCH_MS, () => void checkStream(own, elapsed, stoodMs));
  }

  async function checkStream(own: number, elapsed: number, stoodMs: number): Promise<void> {
    const now = await status().catch(() => null);
    if (own !== version || !playing) return;
    const isMoving = now === null || now.state !== 'play' || now.elapsed !== elapsed;
    const stood = isMoving ? 0 : stoodMs + WATCH_MS;
    if (stood < STALLED_MS) await readTitle(own);
    if (own !== version) return;
    if (stood < STALLED_MS) return watchStream(own, now?.elapsed ?? elapsed, stood);
    version += 1;
    playing = null;
    await run('stop').catch(() => {});
    ended(false, stood);
  }

  async function readTitle(own: number): Promise<void> {
    const song = await run('currentsong').catch(() => null);
    const next = song?.get('Title')?.[0] ?? '';
    if (own !== version || next === title) return;
    title = next;
    if (next !== '') titled(next);
  }

  async function checkEnd(): Promise<void> {
    const own = version;
    if (!playing || starting) return;
    const now = await status().catch(() => null);
    if (own !== version || !playing || !now) return;
    if (following && now.songId === following.id && now.state !== 'stop') return begun(following, now);
    if (now.state !== 'stop') return;
    playing = null;
    forgetFollowing();
    ended(false);
  }

  async function follow(next: FollowUp): Promise<void> {
    const own = version;
    const replaced = following ? [formatCommand('deleteid', following.id)] : [];
    forgetFollowing();
    const crossfade = formatCommand('crossfade', next.overlapMs / 1_000);
    const queued = await run(...replaced, crossfade, formatCommand('addid', next.uri));
    const id = queued.get('Id')?.[0];
    if (own !== version || id === undefined) return;
    following = { ...next, id };
    await awaitMix();
  }

  /** The gain of what follows is reached while both are heard, because MPD has one volume for both. */
  async function awaitMix(): Promise<void> {
    const awaited = following;
    const { elapsed, duration } = await status();
    if (!awaited || awaited !== following || duration === null || playing?.anchoredAt == null) return;
    const mix = (): void => {
      gain = awaited.gainDb;
      void fader.fade(levelOf(volume, gain), awaited.overlapMs).catch(() => {});
    };
    cancelMix();
    cancelMix = clock.after(Math.max(0, (duration - elapsed) * 1_000 - awaited.overlapMs), mix);
  }

  /** The queue of MPD has it until the next `play`, which clears it. */
  function forgetFollowing(): void {
    cancelMix();
    following = null;
  }

  function begun({ uri, gainDb }: Following, { elapsed, state }: MpdStatus): void {
    playing = { uri, anchorS: elapsed, anchoredAt: state === 'play' ? clock.monotonic() : null, lost: false };
    forgetFollowing();
    if (gain !== gainDb) {
      gain = gainDb;
      void fader.fade(levelOf(volume, gain), 0).catch(() => {});
    }
    // What has ended is the first of the queue.
    void run(formatCommand('delete', 0)).catch(() => {});
    ended(true);
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
      ended(false);
    }
  }

  const playAgain = (before: MpdPlaying): Promise<void> =>
    playAt({ uri: before.uri, level: fader.current() ?? 100, positionS: positionOf(before), startAt: 0 });

  return {
    /** Resolves when it sounds; rejects with OutputError. */
    play,
    /** Rejects with OutputError. */
    follow,
    async stop(): Promise<void> {
      version += 1;
      starting = false;
      playing = null;
      forgetFollowing();
      cancelWatch();
      await run('stop');
    },
    async pause(): Promise<void> {
      if (!playing || playing.anchoredAt === null) return;
      playing = pausedAt(playing, clock.monotonic());
      cancelMix();
      await run('pause "1"');
    },
    async resume(): Promise<void> {
      if (!playing || playing.anchoredAt !== null) return;
      if (playing.lost) return playAgain(playing);
      await run('pause "0"');
      if (playing) playing = resumedAt(playing, clock.monotonic());
      if (following) await awaitMix();
    },
    positionS: (): number => (playing ? positionOf(playing) : 0),
    setVolume(next: number, fadeMs: number): Promise<void> {
      volume = next;
      return fader.fade(levelOf(volume, gain), fadeMs);
    },
    connected: (): Promise<void> => client.connected(),
    close(): void {
      cancelWatch();
      client.close();
    },
  };
}

/** What an MPD plays. All times are of the monotonic clock. */
type MpdPlaying = {
  uri: string;
  /** The position was so many seconds at `anchoredAt`, which is null while it is paused. */
  anchorS: number;
  anchoredAt: number | null;
  /** Paused on an MPD that has ended meanwhile. */
  lost: boolean;
};

/** Seconds into the track. */
function positionAt({ anchorS, anchoredAt }: MpdPlaying, now: number): number {
  return anchorS + (anchoredAt === null ? 0 : (now - anchoredAt) / 1_000);
}

const pausedAt = (playing: MpdPlaying, now: number): MpdPlaying => ({
  ...playing,
  anchorS: positionAt(playing, now),
  anchoredAt: null,
});

const resumedAt = (playing: MpdPlaying, now: number): MpdPlaying => ({ ...playing, anchoredAt: now });
