import type { BellWeek } from '@belfry/schemas/http/bells/bells';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';

export async function findChain(db: Kysely<Database>, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    with recursive above (company_id, parent_company_id, distance) as (
      select company_id, parent_company_id, 0 from companies where company_id = ${companyId}
      union all
      select c.company_id, c.parent_company_id, a.distance + 1
      from above a join companies c on c.company_id = a.parent_company_id
    )
    select company_id from above order by distance`.execute(db);
  return rows.map(({ company_id }) => company_id);
}

/** Notes a change of the bells of a node, which makes the programmes of its devices stale. */
export async function touchPlace(trx: Kysely<Database>, companyId: number): Promise<void> {
  await trx
    .insertInto('bell_places')
    .values({ company_id: companyId })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ changed_at: sql`now()` }))
    .execute();
}

export async function countPlaces(db: Kysely<Database>, userId: number): Promise<{ places: number; days: number }> {
  const { rows } = await sql<{ places: number; days: number }>`
    select count(*)::int as places, coalesce(sum((select count(*) from bell_days d where d.company_id = p.company_id)), 0)::int as days
    from bell_places p where p.company_id in (select company_id from companies where user_id = ${userId})`.execute(db);
  return rows[0] ?? { places: 0, days: 0 };
}

export async function countDays(db: Kysely<Database>, companyId: number): Promise<number> {
  const own = db.selectFrom('bell_days').where('company_id', '=', companyId);
  return (await own.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

/** Replaces the week of a node that has a row; null: it inherits. */
export async function saveWeek(trx: Kysely<Database>, companyId: number, week: BellWeek | null): Promise<void> {
  await trx
    .updateTable('bell_places')
    .set({
      weekdays: week && JSON.stringify(week.weekdays),
      holiday_calendar_id: week?.holiday_calendar_id ?? null,
      holiday_timetable_id: week?.holiday_timetable_id ?? null,
      changed_at: sql`now()`,
    })
    .where('company_id', '=', companyId)
    .execute();
}

/** The week that a node has itself; null: it inherits. */
export async function findOwnWeek(db: Kysely<Database>, companyId: number): Promise<BellWeek | null> {
  const row = await db
    .selectFrom('bell_places')
    .select(['weekdays', 'holiday_calendar_id', 'holiday_timetable_id'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return row?.weekdays
    ? {
        weekdays: row.weekdays,
        holiday_calendar_id: row.holiday_calendar_id,
        holiday_timetable_id: row.holiday_timetable_id,
      }
    : null;
}

/** Paints these days of a node that has a row. @param timetableId null: no bells */
export async function paintDays(
  trx: Kysely<Database>,
  companyId: number,
  dates: readonly string[],
  timetableId: number | null,
): Promise<void> {
  await sql`
    insert into bell_days (company_id, date, timetable_id)
    select ${companyId}, d, ${timetableId}::int4 from unnest(${[...dates]}::text[]) as d
    on conflict (company_id, date) do update set timetable_id = excluded.timetable_id`.execute(trx);
}

export async function clearDays(trx: Kysely<Database>, companyId: number, dates: readonly string[]): Promise<void> {
  await sql`delete from bell_days where company_id = ${companyId} and date = any(${[...dates]}::text[])`.execute(trx);
}

export async function copyDays(
  trx: Kysely<Database>,
  { from, to, since }: { from: number; to: number; since: string },
): Promise<void> {
  await sql`delete from bell_days where company_id = ${to} and date >= ${since}`.execute(trx);
  await sql`
    insert into bell_days (company_id, date, timetable_id)
    select ${to}, date, timetable_id from bell_days where company_id = ${from} and date >= ${since}`.execute(trx);
}

/** Begins a silence at a node that has a row, or ends it. @returns until when it was, where it had not ended */
export async function saveSilence(trx: Kysely<Database>, companyId: number, until: Date | null): Promise<Date | null> {
  const before = await trx
    .selectFrom('bell_places')
    .select('silent_until')
    .where('company_id', '=', companyId)
    .where('silent_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  // One that ends early stays as long as it was, and one that is made longer has begun already.
  await sql`
    update bell_places set silent_from = case when silent_until > now() then silent_from when ${until}::timestamptz is null then null else now() end,
      silent_until = coalesce(${until}::timestamptz, case when silent_until > now() then now() end), changed_at = now()
    where company_id = ${companyId}`.execute(trx);
  return before?.silent_until ?? null;
}

/** What becomes of the bell of a local time at a node that has a row, null: it rings as usual; those before `since` are forgotten. @returns how many there are */
export async function saveSkip(
  trx: Kysely<Database>,
  companyId: number,
  { at, exception, since }: { at: string; exception: string | null; since: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    update bell_places set changed_at = now(), skipped = array(
      select s from unnest(skipped) as s where split_part(s, '>', 1) <> ${at} and s >= ${since}
      union all select ${exception}::text where ${exception}::text is not null)
    where company_id = ${companyId} returning cardinality(skipped) as count`.execute(trx);
  return rows[0]?.count ?? 0;
}
