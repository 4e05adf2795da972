import type { ConsoleEvents } from '../../mqtt/console-events.ts';

/** A run that has changed, and the users who see it: its starter and the owners of its devices. */
export type ChangedRun = { run_id: string; user_ids: number[] };

/** Sends `announcements_changed` to the consoles of administrators and of these users. Call it after the commit. */
export function notifyRunsChanged(events: Pick<ConsoleEvents, 'changed'>, runs: readonly ChangedRun[]): void {
  for (const { run_id, user_ids } of runs) {
    if (user_ids.length === 0) events.changed('announcements_changed', [run_id]);
    for (const userId of user_ids) events.changed('announcements_changed', [run_id], userId);
  }
}
