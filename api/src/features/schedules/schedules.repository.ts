import type { ScheduleBody } from '@belfry/schemas/http/schedules/schedules';
import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../db/database.ts';

export type ScheduleRow = Row<'schedules'>;

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

/** Finds a schedule, and locks it until the transaction ends. */
export async function lockSchedule(trx: Kysely<Database>, id: number): Promise<ScheduleRow | undefined> {
  return trx.selectFrom('schedules').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function countSchedules(db: Kysely<Database>, userId: number): Promise<number> {
  const own = db.selectFrom('schedules').where('user_id', '=', userId);
  return (await own.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

/** What follows from the targets of a schedule: how many devices they are, and the first of their time zones. */
type Reach = { devices: number; time_zone: string | null };
/** `occurrences`: how often it happens within the days of a programme, in all zones together. */
export type Counted = Reach & { occurrences: number };

export async function insertSchedule(
  db: Kysely<Database>,
  userId: number,
  body: ScheduleBody,
  counted: Counted,
): Promise<ScheduleRow> {
  return db
    .insertInto('schedules')
    .values({ user_id: userId, ...toColumns(body), ...counted })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces all fields and increments the revision. */
export async function updateSchedule(
  db: Kysely<Database>,
  id: number,
  body: ScheduleBody,
  counted: Counted,
): Promise<ScheduleRow> {
  return db
    .updateTable('schedules')
    .set({ ...toColumns(body), ...counted, revision: sql`revision + 1`, updated_at: sql`now()` })
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

/** What a compilation found: how many devices hear each schedule, the first of their zones, and what does not work. */
export type Compiled = Reach & { id: number; problem: string | null };

/** Stores what was found, where it differs. */
export async function setCompiled(db: Kysely<Database>, found: readonly Compiled[]): Promise<void> {
  if (found.length === 0) return;
  await sql`
    update schedules s set devices = f.devices, time_zone = f.time_zone, problem = f.problem
    from unnest(${found.map(({ id }) => id)}::int4[], ${found.map(({ devices }) => devices)}::int4[],
      ${found.map(({ time_zone }) => time_zone)}::text[], ${found.map(({ problem }) => problem)}::text[])
      as f (id, devices, time_zone, problem)
    where s.id = f.id and (s.devices, s.time_zone, s.problem) is distinct from (f.devices, f.time_zone, f.problem)`.execute(
    db,
  );
}

/** Stores why some places do not hear these schedules. */
export async function setProblems(db: Kysely<Database>, problems: ReadonlyMap<number, string>): Promise<void> {
  if (problems.size === 0) return;
  await sql`
    update schedules s set problem = f.problem
    from unnest(${[...problems.keys()]}::int4[], ${[...problems.values()]}::text[]) as f (id, problem)
    where s.id = f.id`.execute(db);
}
