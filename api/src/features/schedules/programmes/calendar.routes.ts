import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import type { Occurrence } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { fieldError } from '../../../errors.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { findPermittedOwner } from '../../../people/owner-access.ts';
import { canReadNode } from '../../../policies/owners.ts';
import { recurrenceOf } from '../../../recurrence/expand.ts';
import { expansions, orTooMuch } from '../../../recurrence/expansions.ts';
import { DAY_MS, localText, MINUTE_MS, toLocalMs } from '../../../recurrence/local-time.ts';
import { runIdOf } from '../../../recurrence/run-id.ts';
import { serve } from '../../../serve.ts';
import { findPermittedCompany } from '../../companies/index.ts';
import { findPlaces } from '../../places/index.ts';
import { findHolidays, findSchedules, type ScheduleRow } from '../index.ts';
import { createAncestors, createMatcher } from './compile/group-places.ts';
import { findStructure } from './compile/inputs.repository.ts';
import { dryRun } from './dry-run.service.ts';

const DAYS_MAX = 42;
const PER_SCHEDULE = 1_000;
const OCCURRENCES_MAX = 5_000;
/** Wall-clock times are numbers as if they were UTC. */
const LOCAL = 'UTC';
type Query = { from: string; to: string; company_id?: number | undefined };
/**
 * The occurrences of an owner's schedules in local time, by time; with a node, of those that it or one below hears. Throws unprocessable for
 * rules that cannot be expanded in time.
 */
async function readCalendar(
  db: Kysely<Database>,
  ownerId: number,
  { from, to, company_id }: Query,
): Promise<Occurrence[]> {
  const [start, end] = [toLocalMs(from), toLocalMs(to)];
  if (!(end > start) || end - start > DAYS_MAX * DAY_MS)
    throw fieldError('invalid_input', 'to', `A calendar has 1 to ${DAYS_MAX} days`);
  const own = await findSchedules(db, ownerId);
  const rows = company_id === undefined ? own : await heardAt(db, ownerId, company_id, own);
  const holidays = await findHolidays(
    db,
    rows.map(({ holiday_calendar_id }) => holiday_calendar_id),
  );
  const items = rows.map((row) => {
    const lengthMs = (row.duration_minutes ?? 0) * MINUTE_MS;
    // One that ends when the calendar begins is not in it.
    const from = lengthMs === 0 ? start : start - lengthMs + 1;
    return { recurrence: recurrenceOf(row, holidays), lengthMs, zone: LOCAL, from, to: end };
  });
  const listed = await orTooMuch(expansions.list(ownerId, { items, max: OCCURRENCES_MAX, maxEach: PER_SCHEDULE }));
  const occurrences = await mapYielding(listed, ({ index, local }) => toOccurrence(rows[index], local));
  return occurrences.flat();
}

const toOccurrence = (row: ScheduleRow | undefined, at: number): Occurrence[] => {
  if (!row) return [];
  const { id, name, action, duration_minutes: minutes, enabled, rrule } = row;
  const until = minutes === null || minutes === 0 ? null : localText(at + minutes * MINUTE_MS);
  const recurring = rrule !== null;
  const run_id = runIdOf(id, at);
  return [{ schedule_id: id, name, type: action.type, at: localText(at), until, enabled, recurring, run_id }];
};

async function heardAt(
  db: Kysely<Database>,
  ownerId: number,
  node: number,
  rows: readonly ScheduleRow[],
): Promise<ScheduleRow[]> {
  const structure = await findStructure(db, ownerId);
  const ancestorsOf = createAncestors(structure);
  const places = await findPlaces(db, { userIds: [ownerId] });
  const sites = [
    { company_id: node, serial: null },
    ...places.filter(({ company_id }) => ancestorsOf(company_id).includes(node)),
  ];
  const heard = await mapYielding(rows, (row) =>
    sites.some(createMatcher(row.targets, structure, ancestorsOf)) ? [row] : [],
  );
  return heard.flat();
}

/** Of a user; each of them expands all rules of an owner; see SCHED-14. */
const EXPANSIONS = { hits: 20, windowSeconds: 60 };
const countExpansion = (deps: Deps, { id }: { id: number }, what: 'calendar' | 'dry-run'): Promise<void> =>
  countAttempt(deps, [{ key: `schedule-${what}:${id}`, ...EXPANSIONS }]);

export const calendarRoutes = [
  serve(calendarHttp.calendar, { access: 'signed-in', policy: canReadNode }, async ({ deps, user, policy, query }) => {
    await countExpansion(deps, user, 'calendar');
    const { company_id } = query;
    const ownerId = await findPermittedOwner(deps.db, user, query.user_id, policy);
    const node = company_id === undefined ? null : await findPermittedCompany(deps.db, user, company_id, policy);
    return readCalendar(deps.db, node?.user_id ?? ownerId, query);
  }),
  serve(calendarHttp.dryRun, { access: 'signed-in', policy: canReadNode }, async ({ deps, user, policy, query }) => {
    await countExpansion(deps, user, 'dry-run');
    return dryRun(deps, await findPermittedCompany(deps.db, user, query.company_id, policy), query);
  }),
  serve(
    calendarHttp.dryRunDraft,
    { access: 'signed-in', policy: canReadNode },
    async ({ deps, user, policy, body: { schedule, schedule_id, ...query } }) => {
      await countExpansion(deps, user, 'dry-run');
      const node = await findPermittedCompany(deps.db, user, query.company_id, policy);
      return dryRun(deps, node, query, { schedule, schedule_id });
    },
  ),
];
