import { sql, type Kysely } from 'kysely';
import { changeInBatches } from '../../db/change-in-batches.ts';
import type { Database } from '../../db/database.ts';

/** How long events are kept that only the timeline of a device shows; see DEV-62. */
const KEPT_DAYS = 90;

/** Deletes the events that are older than KEPT_DAYS. */
export async function deleteOldDeviceEvents(db: Kysely<Database>): Promise<void> {
  await changeInBatches((limit) =>
    sql`delete from device_events where id in (
      select id from device_events where at < now() - make_interval(days => ${KEPT_DAYS}) limit ${limit})`.execute(db),
  );
}

/** A device, its owner, and since when it belongs to them. */
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
