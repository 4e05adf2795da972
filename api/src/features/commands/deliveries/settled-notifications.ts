import type pg from 'pg';
import type { Logger } from '../../../log.ts';

export const SETTLED_CHANNEL = 'belfry_commands_settled';
/** A payload of NOTIFY has at most 8,000 bytes; an id with its comma has 37. */
const IDS_PER_NOTIFICATION = 200;

/**
 * Notifies the other instances of settled commands, since only one instance ingests but a caller may wait at any. Best
 * effort: a caller whose instance misses the notification reads the row after its timeout.
 */
export async function notifyInstances(pool: pg.Pool, log: Logger, commandIds: readonly string[]): Promise<void> {
  for (let start = 0; start < commandIds.length; start += IDS_PER_NOTIFICATION) {
    const payload = commandIds.slice(start, start + IDS_PER_NOTIFICATION).join(',');
    await pool
      .query({ name: 'notify-settled', text: 'select pg_notify($1, $2)', values: [SETTLED_CHANNEL, payload] })
      .catch((error: unknown) => log.debug({ err: error }, 'other instances were not notified of settled commands'));
  }
}

/** The ids of commands in the payload of a notification. */
export const parseNotification = (payload: string): string[] => payload.split(',').filter((id) => id !== '');
