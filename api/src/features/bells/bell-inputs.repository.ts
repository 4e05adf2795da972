import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { DAY_MS, dateText, toLocalMs } from '../../recurrence/local-time.ts';
import type { Range } from '../../recurrence/expand.ts';
import type { BellInputs, StoredTimetable } from '../../recurrence/bell-day.ts';

/** Local dates are at most so far from those of UTC, with a day more because offsets change. */
const MARGIN_MS = 3 * DAY_MS;

export async function findBellInputs(db: Kysely<Database>, userId: number, { from, to }: Range): Promise<BellInputs> {
  return {
    timetables: await findStoredTimetables(db, userId),
    ...(await findBellPlaces(db, {
      nodes: sql`select company_id from companies where user_id = ${userId}`,
      from: dateText(from - MARGIN_MS),
      to: dateText(to + MARGIN_MS),
    })),
  };
}

async function findStoredTimetables(db: Kysely<Database>, userId: number): Promise<Map<number, StoredTimetable>> {
  const rows = await db
    .selectFrom('bell_timetables')
    .select(['timetable_id', 'name', 'volume', 'bells', 'updated_at'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(
    rows.map(({ timetable_id: id, name, volume, bells, updated_at }) => [
      id,
      { id, name, volume, bells, updated_at: updated_at.getTime() },
    ]),
  );
}

/** What these nodes, from a statement with `company_id`, say about their bells, and what is painted in [from, to). */
export async function findBellPlaces(
  db: Kysely<Database>,
  { nodes, from, to }: { nodes: ReturnType<typeof sql>; from: string; to: string },
): Promise<Pick<BellInputs, 'places' | 'days'>> {
  const rows = await db
    .selectFrom('bell_places')
    .selectAll()
    .where(sql<boolean>`company_id in (${nodes})`)
    .execute();
  const places = rows.map(({ company_id, weekdays, holiday_calendar_id, holiday_timetable_id, ...row }) => {
    const { silent_from, silent_until, changed_at, skipped } = row;
    const week = weekdays === null ? null : { weekdays, holiday_calendar_id, holiday_timetable_id };
    const silence = silent_from && silent_until ? { from: silent_from.getTime(), until: silent_until.getTime() } : null;
    return [
      company_id,
      { week, silence, changed_at: changed_at.getTime(), exceptions: new Map(skipped.map(exceptionOf)) },
    ] as const;
  });
  const painted = await db
    .selectFrom('bell_days')
    .select(['company_id', 'date', 'timetable_id'])
    .where(sql<boolean>`company_id in (${nodes})`)
    .where('date', '>=', from)
    .where('date', '<', to)
    .execute();
  const byNode = Map.groupBy(painted, ({ company_id }) => company_id);
  const days = [...byNode].map(
    ([node, list]) => [node, new Map(list.map(({ date, timetable_id }) => [date, timetable_id]))] as const,
  );
  return { places: new Map(places), days: new Map(days) };
}

/** `2026-11-23T08:00:00`, or with `>` and the time at which it rings instead. */
function exceptionOf(text: string): [bell: number, instead: number | null] {
  const [at = '', to] = text.split('>');
  return [toLocalMs(at), to === undefined ? null : toLocalMs(to)];
}
