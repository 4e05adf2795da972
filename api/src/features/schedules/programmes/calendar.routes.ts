import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import type { Occurrence } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { fieldError } from '../../../errors.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { findListedOwners, findPermittedOwner } from '../../../people/owner-access.ts';
import { canReadSchedule, readableSchedules, type VisibleOwners } from '../../../policies/owners.ts';
import { recurrenceOf } from '../../../recurrence/expand.ts';
import { expansions, orTooMuch } from '../../../recurrence/expansions.ts';
import { DAY_MS, dateText, localText, MINUTE_MS, toLocalMs } from '../../../recurrence/local-time.ts';
import { runIdOf } from '../../../recurrence/run-id.ts';
import { serve } from '../../../serve.ts';
import { findPermittedCompany } from '../../companies/index.ts';
import { findPlaces } from '../../places/index.ts';
import { findHolidays } from '../../holidays/index.ts';
import { budgetOf, findSchedules, findSchedulesOf, type ScheduleRow, seenSchedules } from '../index.ts';
import { bellsBetween } from './bell-calendar.ts';
import { findCalendarPlaces } from './calendar-places.ts';
import { createAncestors, createMatcher } from './compile/group-places.ts';
import { findStructure } from './compile/inputs.repository.ts';
import { dryRun } from './dry-run.service.ts';
import { musicBetween } from './music-calendar.ts';

const DAYS_MAX = 42;
const PER_SCHEDULE = 1_000;
const OCCURRENCES_MAX = 5_000;
/** Wall-clock times are numbers as if they were UTC. */
const LOCAL = 'UTC';
type Days = { from: string; to: string };
type ReadSchedules = () => Promise<{ rows: readonly ScheduleRow[]; budgetId: number }>;
/** What no schedule says: bells and music of the day. */
type ReadOthers = (days: Days) => Promise<Occurrence[]>;
/** In local time, by time, with the occurrences that exceptions leave out. Throws unprocessable for rules that cannot be expanded in time. */
async function readCalendar(
  db: Kysely<Database>,
  { from, to }: Days,
  read: ReadSchedules,
  readOthers: ReadOthers,
): Promise<Occurrence[]> {
  const [start, end] = [toLocalMs(from), toLocalMs(to)];
  if (!(end > start) || end - start > DAYS_MAX * DAY_MS)
    throw fieldError('invalid_input', 'to', `A calendar has 1 to ${DAYS_MAX} days`);
  const { rows, budgetId } = await read();
  const holidays = await findHolidays(
    db,
    rows.map(({ holiday_calendar_id }) => holiday_calendar_id),
  );
  const items = rows.map((row) => {
    const lengthMs = (row.duration_minutes ?? 0) * MINUTE_MS;
    // One that ends when the calendar begins is not in it.
    const from = lengthMs === 0 ? start : start - lengthMs + 1;
    return { recurrence: recurrenceOf({ ...row, exceptions: [] }, holidays), lengthMs, zone: LOCAL, from, to: end };
  });
  const listed = await orTooMuch(expansions.list(budgetId, { items, max: OCCURRENCES_MAX, maxEach: PER_SCHEDULE }));
  const occurrences = await mapYielding(listed, ({ index, local }) => toOccurrence(rows[index], local));
  const others = await readOthers({ from, to });
  return [...occurrences.flat(), ...others]
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .slice(0, OCCURRENCES_MAX);
}

const toOccurrence = (row: ScheduleRow | undefined, at: number): Occurrence[] => {
  if (!row) return [];
  const { id, name, action, duration_minutes: minutes, enabled, rrule } = row;
  const until = minutes === null || minutes === 0 ? null : localText(at + minutes * MINUTE_MS);
  const recurring = rrule !== null;
  const run_id = runIdOf(id, at);
  const skipped = row.exceptions.includes(dateText(at));
  const fields = { schedule_id: id, name, type: action.type, at: localText(at), until, company_ids: [] };
  return [{ ...fields, enabled, recurring, skipped, run_id }];
};

/** Bells and music of the day at the places of an owner. */
async function othersBetween(
  db: Kysely<Database>,
  asked: Parameters<typeof findCalendarPlaces>[1],
  days: Days,
): Promise<Occurrence[]> {
  const places = await findCalendarPlaces(db, asked);
  return [...(await bellsBetween(db, places, days)), ...(await musicBetween(db, places, days))];
}

async function heardAt(
  db: Kysely<Database>,
  { company_id: node, user_id: ownerId }: { company_id: number; user_id: number },
): Promise<ScheduleRow[]> {
  const rows = await findSchedules(db, ownerId);
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

/** The owners of a list; that of everybody is never listed. */
const idsOf = (owners: VisibleOwners): readonly number[] => {
  if (owners.kind === 'own') return [owners.id];
  if (owners.kind !== 'member') return [];
  return owners.of === undefined ? [owners.id, ...owners.organisations] : [owners.of];
};

/** Of a user; each of them expands all rules of an owner; see SCHED-14. */
const EXPANSIONS = { hits: 20, windowSeconds: 60 };
const countExpansion = (deps: Deps, { id }: { id: number }, what: 'calendar' | 'dry-run'): Promise<void> =>
  countAttempt(deps, [{ key: `schedule-${what}:${id}`, ...EXPANSIONS }]);

export const calendarRoutes = [
  serve(
    calendarHttp.calendar,
    { access: 'signed-in', policy: canReadSchedule },
    async ({ deps, user, policy, query }) => {
      await countExpansion(deps, user, 'calendar');
      const { db } = deps;
      const { company_id, user_id } = query;
      if (company_id === undefined) {
        const visible = { policy, visible: readableSchedules };
        const owners = await findListedOwners(db, user, user_id, visible);
        return readCalendar(
          db,
          query,
          async () => {
            const rows = await seenSchedules(db, user, await findSchedulesOf(db, owners));
            return { rows, budgetId: budgetOf(user, rows[0]?.user_id ?? user.id) };
          },
          async (days) => {
            const others: Occurrence[] = [];
            for (const ownerId of idsOf(owners))
              others.push(...(await othersBetween(db, { ownerId, visible: owners, node: null }, days)));
            return others;
          },
        );
      }
      await findPermittedOwner(db, user, user_id, policy);
      const node = await findPermittedCompany(db, user, company_id, policy);
      const budgetId = budgetOf(user, node.user_id);
      return readCalendar(
        db,
        query,
        async () => ({ rows: await heardAt(db, node), budgetId }),
        (days) =>
          othersBetween(db, { ownerId: node.user_id, visible: readableSchedules(user), node: company_id }, days),
      );
    },
  ),
  serve(
    calendarHttp.dryRun,
    { access: 'signed-in', policy: canReadSchedule },
    async ({ deps, user, policy, query }) => {
      await countExpansion(deps, user, 'dry-run');
      const node = await findPermittedCompany(deps.db, user, query.company_id, policy);
      return dryRun(deps, { user, node }, query);
    },
  ),
  serve(
    calendarHttp.dryRunDraft,
    { access: 'signed-in', policy: canReadSchedule, audit: 'none: it shows what would happen' },
    async ({ deps, user, policy, body: { schedule, schedule_id, ...query } }) => {
      await countExpansion(deps, user, 'dry-run');
      const node = await findPermittedCompany(deps.db, user, query.company_id, policy);
      return dryRun(deps, { user, node }, query, { schedule, schedule_id });
    },
  ),
];
