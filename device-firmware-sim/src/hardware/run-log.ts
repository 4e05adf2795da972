import type { Receipt } from './receipt-journal.ts';

/** When a run began or was given up (ms since 1970), and whether it has ended. */
type LoggedRun = { at: number; ended: boolean };
/** The runs of the last days by their id, so that none plays twice, whatever happens to power, clock and programme; see PLAY-3. */
export type RunLog = Map<string, LoggedRun>;

/** Longer than a programme reaches. */
const KEPT_MS = 9 * 24 * 3_600_000;
const RUNS_MAX = 10_000;

export function logReceipt(log: RunLog, { run_id, event, at }: Receipt): void {
  if (event !== 'fetched') logRun(log, run_id, Date.parse(at), event !== 'started');
}

function logRun(log: RunLog, runId: string, at: number, ended: boolean): void {
  log.set(runId, { at, ended });
  if (log.size <= RUNS_MAX) return;
  for (const oldest of log.keys()) return void log.delete(oldest);
}

export function pruneRuns(log: RunLog, now: number): void {
  for (const [runId, { at }] of log) if (at < now - KEPT_MS) log.delete(runId);
}
