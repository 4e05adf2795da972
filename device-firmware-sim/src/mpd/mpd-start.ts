import { sleep, untilInstant, type Clock } from '../hardware/clock.ts';
import { OutputError } from '../playback/audio-output.ts';
import type { MpdRun } from './mpd-client.ts';
import { formatCommand, type MpdAnswer } from './mpd-response.ts';

const START_TIMEOUT_MS = 10_000;
const POLL_MS = 10;

type MpdPlayer = {
  run: MpdRun;
  clock: Clock;
  isCurrent: () => boolean;
};

/** `level`: the volume of MPD, 0 to 100. `startAt`: ms since 1970 by the device's clock; now when it has passed. */
export type Start = { uri: string; level: number; positionS: number; startAt: number };

/**
 * Plays this instead of what MPD played before, and waits until the first samples are decoded. Rejects with OutputError.
 * @returns false if it was so short that it has ended already, or is not current any more
 */
export async function startPlaying(player: MpdPlayer, { uri, level, positionS, startAt }: Start): Promise<boolean> {
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
  player: MpdPlayer,
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

async function untilDecoded({ run, clock, isCurrent }: MpdPlayer): Promise<boolean> {
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

export type MpdStatus = {
  state: 'play' | 'pause' | 'stop';
  /** 0 to 100; null where nothing was opened yet. */
  volume: number | null;
  /** Seconds. */
  elapsed: number;
  /** Seconds; null where it is not known. */
  duration: number | null;
  /** The id in the queue of what plays. */
  songId: string | null;
  /** Whether the format of what plays is known, so that it sounds. */
  decoded: boolean;
  error: string | null;
};

export function readStatus(answer: MpdAnswer): MpdStatus {
  const value = (name: string): string | undefined => answer.get(name)?.[0];
  const state = value('state');
  const volume = Number(value('volume') ?? -1);
  return {
    state: state === 'play' || state === 'pause' ? state : 'stop',
    volume: volume >= 0 ? volume : null,
    elapsed: Number(value('elapsed') ?? 0),
    duration: Number(value('duration') ?? 0) || null,
    songId: value('songid') ?? null,
    decoded: value('audio') !== undefined,
    error: value('error') ?? null,
  };
}
