import { ALARM_DEVICES_NAMED, type AlarmEvent, type AlarmTell, DEFAULT_TELL } from '@belfry/schemas/domain/alarms';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

export async function lockListener(trx: Kysely<Database>, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${`belfry alarm listener ${name}`})) as locked`.execute(trx);
  return rows[0]?.locked === true;
}

export async function isAnythingPending(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    select exists (select from alarm_events where pending <> '{}') as pending`.execute(db);
  return rows[0]?.pending === true;
}

type Row = Omit<AlarmEvent, 'at' | 'raised_at' | 'tell'> & { at: Date; raised_at: Date; tell: Partial<AlarmTell> };

export async function findPendingEvents(trx: Kysely<Database>, name: string, limit: number): Promise<AlarmEvent[]> {
  const { rows } = await sql<Row>`
    select e.event_id, e.event, e.at, e.alarm_id, a.kind, e.severity, e.state, a.owner_id as organisation_id, a.company_id, a.place,
      array(
        select d.serial from alarm_devices x join devices d on d.device_id = x.device_id
        where x.alarm_id = a.alarm_id order by x.joined_at, d.serial limit ${sql.lit(ALARM_DEVICES_NAMED)}
      ) as devices, e.device_count, a.raised_at, e.by_user_id, e.comment, a.merged_into, a.tell
    from alarm_events e join alarms a on a.alarm_id = e.alarm_id
    where e.pending <> '{}' and ${name} = any(e.pending)
    order by e.event_id limit ${limit}`.execute(trx);
  return rows.map(({ at, raised_at, tell, ...event }) =>
    Object.assign(event, {
      at: at.toISOString(),
      raised_at: raised_at.toISOString(),
      tell: { ...DEFAULT_TELL, ...tell },
    }),
  );
}

export async function removePending(trx: Kysely<Database>, name: string, eventIds: readonly number[]): Promise<void> {
  await sql`
    update alarm_events set pending = array_remove(pending, ${name}::text) where event_id = any(${[...eventIds]}::int4[])`.execute(
    trx,
  );
}
