import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { availabilityOf, countOf, type ReportSpan } from './availability.sql.ts';
import { alarmsOf, announcementsOf } from './events.sql.ts';

const KEPT_PER_OWNER = 200;

export async function findKept(db: Kysely<Database>, companyId: number, month: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('alarm_reports')
    .select('report')
    .where('company_id', '=', companyId)
    .where('month', '=', month)
    .executeTakeFirst();
  return row?.report;
}

type Kept = { company_id: number; month: string; owner_id: number; report: string };

/** The oldest reports of the organisation make room. */
export async function keepReport(db: Kysely<Database>, kept: Kept): Promise<void> {
  await db
    .insertInto('alarm_reports')
    .values(kept)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`
    delete from alarm_reports where (company_id, month) in (
      select company_id, month from alarm_reports where owner_id = ${kept.owner_id}::int
      order by made_at desc, company_id offset ${sql.lit(KEPT_PER_OWNER)})`.execute(db);
}

export const countDevices = async (db: Kysely<Database>, span: ReportSpan): Promise<number> =>
  (await countOf(span).execute(db)).rows[0]?.n ?? 0;

export async function computeParts(
  db: Kysely<Database>,
  span: ReportSpan,
): Promise<{ availability: string; alarms: string; announcements: string }> {
  const availability = textOf(await availabilityOf(span).execute(db));
  const alarms = textOf(await alarmsOf(span).execute(db));
  const announcements = textOf(await announcementsOf(span).execute(db));
  return { availability, alarms, announcements };
}

const textOf = ({ rows: [row] }: { rows: { json: string }[] }): string => row?.json ?? '{}';
