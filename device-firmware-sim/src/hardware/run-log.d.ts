import type { Receipt } from './receipt-journal.ts';
/** When a run began or was given up (ms since 1970), and whether it has ended. */
type LoggedRun = {
  at: number;
  ended: boolean;
};
/** The runs of the last days by their id, so that none plays twice, whatever happens to power, clock and programme; see PLAY-3. */
export type RunLog = Map<string, LoggedRun>;
/** Records what a receipt says about its run. */
export declare function logReceipt(log: RunLog, { run_id, event, at }: Receipt): void;
/** Removes the runs that no programme contains any more. */
export declare function pruneRuns(log: RunLog, now: number): void;
export {};
