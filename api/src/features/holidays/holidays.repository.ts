import type { HolidayCalendar } from '@belfry/schemas/http/holidays';
import { sql, type Kysely } from 'kysely';
import { ownedBy } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { notFound } from '../../errors.ts';
import type { Holidays } from '../../recurrence/expand.ts';

export type OwnedCalendar = HolidayCalendar & { user_id: number; created_by: number | null };

export async function findCalendars(db: Kysely<Database>, owners: VisibleOwners): Promise<OwnedCalendar[]> {
  return db
    .selectFrom('holiday_calendars')
    .select(['id', 'name', 'days', 'user_id', 'created_by'])
    .where(ownedBy(owners, 'user_id'))
    .orderBy(sql`name collate natural_order`)
    .orderBy('id')
    .execute();
}

/** Throws not_found for a calendar that does not exist or belongs to another user. */
export async function findOwnCalendar(db: Kysely<Database>, userId: number, id: number): Promise<void> {
  const own = db.selectFrom('holiday_calendars').select('id').where('id', '=', id).where('user_id', '=', userId);
  if (!(await own.executeTakeFirst())) throw notFound('Holiday calendar not found');
}

export async function insertCalendar(
  db: Kysely<Database>,
  { userId, creatorId }: { userId: number; creatorId: number | null },
  { name, days }: Pick<HolidayCalendar, 'name' | 'days'>,
): Promise<HolidayCalendar> {
  return db
    .insertInto('holiday_calendars')
    .values({ user_id: userId, name, days: JSON.stringify(days), created_by: creatorId })
    .returning(['id', 'name', 'days'])
    .executeTakeFirstOrThrow();
}

export async function lockCalendar(
  trx: Kysely<Database>,
  id: number,
): Promise<{ id: number; user_id: number; name: string; created_by: number | null } | undefined> {
  const one = trx.selectFrom('holiday_calendars').select(['id', 'user_id', 'name', 'created_by']).where('id', '=', id);
  return one.forUpdate().executeTakeFirst();
}

/** Deletes a calendar; its schedules then have none. */
export async function deleteCalendar(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('holiday_calendars').where('id', '=', id).execute();
}

export async function findHolidays(db: Kysely<Database>, ids: readonly (number | null)[]): Promise<Holidays> {
  const calendarIds = [...new Set(ids.filter((id) => id !== null))];
  if (calendarIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('holiday_calendars')
    .select(['id', 'days'])
    .where('id', '=', sql<number>`any(${calendarIds}::int4[])`)
    .execute();
  return new Map(rows.map(({ id, days }) => [id, new Set(days.map(({ date }) => date))]));
}
