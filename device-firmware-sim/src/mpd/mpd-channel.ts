import { sleep, untilInstant, type Clock } from '../hardware/clock.ts';
import { OutputError } from '../playback/audio-output.ts';
import { createFader, levelOf } from './fader.ts';
import { createMpdClient, createMpdRun, type MpdRun } from './mpd-client.ts';
import { formatCommand, type MpdAnswer } from './mpd-response.ts';

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
  /** Of what plays, so that it stays when the volume changes. */
  let gain = 0;
  const client = createMpdClient({
    socketPath,
    playerChanged: () => void checkEnd(),
    reconnected: () => void continueAfterRestart(),
  });
  const run = createMpdRun(client, clock);
  const fader = createFader(clock, async (volume) => void (await run(formatCommand('setvol', volume))));

  const status = async (): Promise<MpdStatus> => readStatus(await run('status'));
  const positionOf = (of: MpdPlaying): number => positionAt(of, clock.monotonic());

  const play = ({
    volume,
    gainDb,
    ...start
  }: Omit<Start, 'level'> & { volume: number; gainDb: number }): Promise<void> => {
    gain = gainDb;
    return playAt({ ...start, level: levelOf(volume, gainDb) });
  };

  async function playAt({ uri, level, positionS, startAt }: Start): Promise<void> {
    const own = ++version;
    starting = true;
    playing = null;
    fader.reached(level);
    try {
      const player = { run, clock, isCurrent: () => own === version };
      const sounds = await startPlaying(player, { uri, level, positionS, startAt });
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

  const playAgain = (before: MpdPlaying): Promise<void> =>
    playAt({ uri: before.uri, level: fader.current() ?? 100, positionS: positionOf(before), startAt: 0 });

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
    setVolume: (volume: number, fadeMs: number): Promise<void> => fader.fade(levelOf(volume, gain), fadeMs),
    connected: (): Promise<void> => client.connected(),
    close: (): void => client.close(),
  };
}

/** A stream that has not begun after this time is given up. */
const START_TIMEOUT_MS = 10_000;
const POLL_MS = 10;

type Player = {
  run: MpdRun;
  clock: Clock;
  /** Whether nothing else was played or stopped since. */
  isCurrent: () => boolean;
};

/** `level`: the volume of MPD, 0 to 100. `startAt`: ms since 1970 by the device's clock; now when it has passed. */
type Start = { uri: string; level: number; positionS: number; startAt: number };

/**
 * Plays this instead of what MPD played before, and waits until the first samples are decoded. Rejects with OutputError.
 * @returns false if it was so short that it has ended already, or is not current any more
 */
async function startPlaying(player: Player, { uri, level, positionS, startAt }: Start): Promise<boolean> {
  const start = positionS > 0 ? formatCommand('seek', 0, positionS.toFixed(3)) : 'play';
  const queue = ['clear', formatCommand('addid', uri)];
  if (startAt > player.clock.now()) return startHeld(player, [...queue, start], { level, positionS, startAt });
  await player.run(...queue, formatCommand('setvol', level), start);
  return untilDecoded(player);
}

/**
 * Before its instant MPD decodes and is paused: only the end of the pause is left for the instant, which takes a millisecond at most. Some
 * samples may pass before MPD pauses: they are silent, and are played again.
 */
async function startHeld(
  player: Player,
  start: readonly string[],
  { level, positionS, startAt }: Omit<Start, 'uri'>,
): Promise<boolean> {
  const { run, clock } = player;
  await run(formatCommand('setvol', 0), ...start, 'pause "1"');
  if (!(await untilDecoded(player))) return false;
  if (readStatus(await run('status')).elapsed > positionS) await run(formatCommand('seekcur', positionS.toFixed(3)));
  await untilInstant(clock, startAt);
  if (!player.isCurrent()) return false;
  await run(formatCommand('setvol', level), 'pause "0"');
  return player.isCurrent();
}

async function untilDecoded({ run, clock, isCurrent }: Player): Promise<boolean> {
  const deadline = clock.monotonic() + START_TIMEOUT_MS;
  for (;;) {
    const { state, decoded, error } = readStatus(await run('status'));
    if (!isCurrent()) return false;
    if (error !== null) throw new OutputError(error);
    if (state === 'stop') return false;
    if (decoded) return true;
    if (clock.monotonic() > deadline) {
      await run('stop');
      throw new OutputError(`it did not begin within ${START_TIMEOUT_MS / 1_000} s`);
    }
    await sleep(clock, POLL_MS);
  }
}

/** The answer to `status`, as far as it is used. */
type MpdStatus = {
  state: 'play' | 'pause' | 'stop';
  /** 0 to 100; null where nothing was opened yet. */
  volume: number | null;
  /** Seconds. */
  elapsed: number;
  /** Whether the format of what plays is known, so that it sounds. */
  decoded: boolean;
  /** Why the last song stopped. */
  error: string | null;
};

function readStatus(answer: MpdAnswer): MpdStatus {
  const value = (name: string): string | undefined => answer.get(name)?.[0];
  const state = value('state');
  const volume = Number(value('volume') ?? -1);
  return {
    state: state === 'play' || state === 'pause' ? state : 'stop',
    volume: volume >= 0 ? volume : null,
    elapsed: Number(value('elapsed') ?? 0),
    decoded: value('audio') !== undefined,
    error: value('error') ?? null,
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
