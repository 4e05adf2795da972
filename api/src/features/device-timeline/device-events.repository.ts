import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/** So many rows are deleted by one statement, so that none of them takes long. */
const BATCH = 10_000;

/** Deletes what is older than so many days. */
export async function deleteOldDeviceEvents(db: Kysely<Database>, days: number): Promise<void> {
  for (let deleted = BATCH; deleted === BATCH;) {
    const { numDeletedRows } = await db
      .deleteFrom('device_events')
      .where('id', 'in', (of) =>
        of
          .selectFrom('device_events')
          .select('id')
          .where('at', '<', sql<Date>`now() - make_interval(days => ${days})`)
          .limit(BATCH),
      )
      .executeTakeFirst();
    deleted = Number(numDeletedRows);
  }
}

/** A device, its owner, and since when. */
export type TimelineDevice = {
  device_id: number;
  serial: string;
  user_id: number | null;
  owned_since: Date;
  created_at: Date;
};

export async function findTimelineDevice(db: Kysely<Database>, serial: string): Promise<TimelineDevice | undefined> {
  return db
    .selectFrom('devices')
    .select(['device_id', 'serial', 'user_id', 'owned_since', 'created_at'])
    .where('serial', '=', serial)
    .executeTakeFirst();
}
