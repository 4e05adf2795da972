import type { ScheduleBody } from '@belfry/schemas/http/schedules';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ScheduleRow } from './schedules.table.ts';

/** The schedules of a user by name. */
export async function findSchedules(db: Kysely<Database>, userId: number): Promise<ScheduleRow[]> {
  const own = db.selectFrom('schedules').selectAll().where('user_id', '=', userId);
  return own
    .orderBy(sql`name collate natural_order`)
    .orderBy('id')
    .execute();
}

export async function findSchedule(db: Kysely<Database>, id: number): Promise<ScheduleRow | undefined> {
  return db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockSchedule(trx: Kysely<Database>, id: number): Promise<ScheduleRow | undefined> {
  return trx.selectFrom('schedules').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function countSchedules(db: Kysely<Database>, userId: number): Promise<number> {
  const own = db.selectFrom('schedules').where('user_id', '=', userId);
  return (await own.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

/** What follows from the targets of a schedule: how many devices they are, and the first of their time zones. */
export type Reach = { devices: number; time_zone: string | null };

export async function insertSchedule(
  db: Kysely<Database>,
  userId: number,
  body: ScheduleBody,
  reach: Reach,
): Promise<ScheduleRow> {
  return db
    .insertInto('schedules')
    .values({ user_id: userId, ...toColumns(body), ...reach })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces all fields and increments the revision. */
export async function updateSchedule(
  db: Kysely<Database>,
  id: number,
  body: ScheduleBody,
  reach: Reach,
): Promise<ScheduleRow> {
  return db
    .updateTable('schedules')
    .set({ ...toColumns(body), ...reach, revision: sql`revision + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteSchedule(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('schedules').where('id', '=', id).execute();
}

const toColumns = ({ action, exceptions, targets, missed, ...plain }: ScheduleBody) => ({
  ...plain,
  action: JSON.stringify(action),
  exceptions: JSON.stringify(exceptions),
  targets: JSON.stringify(targets),
  missed: JSON.stringify(missed),
});
