import { sleep, type Clock } from '../hardware/clock.ts';
import { OutputError } from '../playback/output/audio-output.ts';
import { formatCommand } from './mpd-response.ts';
import type { MpdRun } from './mpd-run.ts';
import { readStatus } from './mpd-status.ts';

/** A stream that has not begun after this time is given up. */
const START_TIMEOUT_MS = 10_000;
const POLL_MS = 10;

type Player = {
  run: MpdRun;
  clock: Clock;
  /** Whether nothing else was played or stopped since. */
  isCurrent: () => boolean;
};

type Start = { uri: string; volume: number; positionS: number };

/**
 * Plays this instead of what MPD played before, and waits until the first samples are decoded. Rejects with OutputError.
 * @returns false if it was so short that it has ended already, or is not current any more
 */
export async function startPlaying(player: Player, { uri, volume, positionS }: Start): Promise<boolean> {
  const start = positionS > 0 ? formatCommand('seek', 0, positionS.toFixed(3)) : 'play';
  await player.run('clear', formatCommand('addid', uri), formatCommand('setvol', volume), start);
  return untilDecoded(player);
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
