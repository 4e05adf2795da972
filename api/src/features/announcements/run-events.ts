import type { ConsoleEvents } from '../../mqtt/console-events.ts';

/** Sends `announcements_changed` to the consoles of administrators and of these people. Call it after the commit. */
export function notifyRunsChanged(
  events: Pick<ConsoleEvents, 'changed'>,
  runs: readonly { run_id: string; user_ids: readonly number[] }[],
): void {
  for (const { run_id, user_ids } of runs) {
    if (user_ids.length === 0) events.changed('announcements_changed', [run_id]);
    for (const userId of user_ids) events.changed('announcements_changed', [run_id], userId);
  }
}
