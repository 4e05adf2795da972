import type pg from 'pg';
import type { Logger } from '../../log.ts';

export const SETTLED_CHANNEL = 'belfry_commands_settled';
/** A payload holds 8,000 bytes; an id with its comma takes 37. */
const IDS_PER_NOTICE = 200;

/**
 * Tells the other instances which commands have ended, since the caller may wait at any of them but only one ingests.
 * Best effort: who misses a notice reads the row when its time is up.
 */
export async function noticeSettled(pool: pg.Pool, log: Logger, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += IDS_PER_NOTICE) {
    const payload = ids.slice(start, start + IDS_PER_NOTICE).join(',');
    await pool
      .query('select pg_notify($1, $2)', [SETTLED_CHANNEL, payload])
      .catch((error: unknown) => log.debug({ err: error }, 'other instances were not told which commands ended'));
  }
}

export const idsOfNotice = (payload: string): string[] => payload.split(',').filter((id) => id !== '');
