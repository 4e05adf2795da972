import {
  BELL_DAYS_IN_ALL_MAX,
  BELL_DAYS_MAX,
  BELL_PLACES_MAX,
  BELL_SILENCE_DAYS_MAX,
  BELL_SKIP_DAYS_MAX,
  BELL_SKIPS_MAX,
  type BellPaint,
  type BellWeek,
} from '@belfry/schemas/http/bells/bells';
import type { Kysely } from 'kysely';
import { auditOf, type Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { lockUser } from '../../people/users.repository.ts';
import { canReadSchedule, type OwnerPolicy } from '../../policies/owners.ts';
import { DAY_MS, dateText, localText, MINUTE_MS, toInstant, toLocal, toLocalMs } from '../../recurrence/local-time.ts';
import { findPermittedCompany } from '../companies/index.ts';
import { findEffectiveSettings } from '../places/index.ts';
import { findOwnCalendar } from '../holidays/index.ts';
import { datesBetween, weekOf } from '../../recurrence/bell-day.ts';
import { findBellPlaces } from './bell-inputs.repository.ts';
import {
  clearDays,
  copyDays,
  countDays,
  countPlaces,
  findChain,
  findOwnWeek,
  paintDays,
  saveSilence,
  saveSkip,
  saveWeek,
  touchPlace,
} from './bells.repository.ts';
import { nodesOf } from './read-bells.ts';
import { findTimetableIds } from './timetables.repository.ts';
import { type BellDeps, countBellChange, requireRings } from './timetables.service.ts';

export type PlaceChange = { companyId: number; actor: Actor; policy: OwnerPolicy };
type Node = { company_id: number; user_id: number; name: string };
type Recorded = { before?: Record<string, unknown>; after: Record<string, unknown> };
type Verb = 'week' | 'paint' | 'copy' | 'silence' | 'skip';

/** Changes the bells of a node in one transaction, within the limits, with a row of the audit. @returns how many days are painted there */
async function changePlace(
  deps: BellDeps,
  { companyId, actor, policy }: PlaceChange,
  verb: Verb,
  change: (trx: Kysely<Database>, node: Node) => Promise<Recorded>,
): Promise<{ painted: number }> {
  await countBellChange(deps, actor);
  const node = await findPermittedCompany(deps.db, actor.user, companyId, policy);
  const painted = await transact(deps.db, async (trx) => {
    // The lock makes the limits exact.
    await lockUser(trx, node.user_id);
    await touchPlace(trx, companyId);
    const recorded = await change(trx, node);
    await requireRoom(trx, node.user_id);
    await requireRings(trx, node.user_id);
    const entry = { action: `bells.${verb}`, object_kind: 'company', object_id: companyId } as const;
    await auditOf(trx, actor, node.user_id, { ...entry, ...recorded });
    return countDays(trx, companyId);
  });
  deps.events.changed('schedules_changed', [], node.user_id);
  return { painted };
}

async function requireRoom(trx: Kysely<Database>, ownerId: number): Promise<void> {
  const { places, days } = await countPlaces(trx, ownerId);
  if (places > BELL_PLACES_MAX)
    throw new AppError('unprocessable', `There can be ${BELL_PLACES_MAX} places with bells of their own at most`);
  if (days > BELL_DAYS_IN_ALL_MAX)
    throw new AppError('unprocessable', `There can be ${BELL_DAYS_IN_ALL_MAX} painted days at all places together`);
}

/** Replaces the week of a node; null: it inherits. Throws not_found for timetables and calendars of others. */
export const changeWeek = (deps: BellDeps, place: PlaceChange, week: BellWeek | null): Promise<{ painted: number }> =>
  changePlace(deps, place, 'week', async (trx, { company_id, user_id }) => {
    if (week) {
      await requireTimetables(trx, user_id, [...week.weekdays, week.holiday_timetable_id]);
      if (week.holiday_calendar_id !== null) await findOwnCalendar(trx, user_id, week.holiday_calendar_id);
    }
    const before = await findOwnWeek(trx, company_id);
    await saveWeek(trx, company_id, week);
    return { before: { week: before }, after: { week } };
  });

async function requireTimetables(
  trx: Kysely<Database>,
  ownerId: number,
  ids: readonly (number | null)[],
): Promise<void> {
  const timetableIds = new Set(await findTimetableIds(trx, ownerId));
  if (ids.some((id) => id !== null && !timetableIds.has(id))) throw notFound('Timetable not found');
}

/** Paints days of a node, or clears them. Throws invalid_input for ranges that are too long, unprocessable for too many days. */
export async function paint(deps: BellDeps, place: PlaceChange, body: BellPaint): Promise<{ painted: number }> {
  const dates = datesOf(body);
  const { paint: painted } = body;
  return changePlace(deps, place, 'paint', async (trx, { company_id, user_id }) => {
    if (painted.type === 'clear') {
      await clearDays(trx, company_id, dates);
    } else {
      const id = painted.type === 'timetable' ? painted.timetable_id : null;
      await requireTimetables(trx, user_id, [id]);
      await paintDays(trx, company_id, dates, id);
      if ((await countDays(trx, company_id)) > BELL_DAYS_MAX)
        throw new AppError('unprocessable', `There can be ${BELL_DAYS_MAX} painted days at one place at most`);
    }
    return { after: body };
  });
}

function datesOf({ ranges, weekdays }: BellPaint): string[] {
  const dates = new Set<string>();
  const lengths = ranges.map(({ from, to }) => toLocalMs(to) - toLocalMs(from) + DAY_MS);
  if (lengths.some((length) => length <= 0) || lengths.reduce((sum, each) => sum + each, 0) > BELL_DAYS_MAX * DAY_MS)
    throw fieldError('invalid_input', 'ranges', `Ranges have 1 to ${BELL_DAYS_MAX} days in all`);
  for (const { from, to } of ranges) {
    for (const date of datesBetween(from, dateText(toLocalMs(to) + DAY_MS)))
      if (weekdays.includes(new Date(toLocalMs(date)).getUTCDay() || 7)) dates.add(date);
  }
  return [...dates];
}

/**
 * Copies the week that another node of the organisation rings, and what is painted there from today on. Throws not_found for a node that the
 * caller does not read, unprocessable for one of another organisation.
 */
export async function copyBells(deps: BellDeps, place: PlaceChange, fromId: number): Promise<{ painted: number }> {
  const source = await findPermittedCompany(deps.db, place.actor.user, fromId, canReadSchedule);
  return changePlace(deps, place, 'copy', async (trx, { company_id, user_id }) => {
    if (source.user_id !== user_id)
      throw new AppError('unprocessable', 'Timetables are of one organisation, so only its places can be copied');
    if (fromId === company_id) throw fieldError('invalid_input', 'from_company_id', 'Please choose another place');
    const since = dateText(toLocal(Date.now(), await zoneOf(trx, company_id)));
    const chain = await findChain(trx, fromId);
    const bells = await findBellPlaces(trx, { nodes: nodesOf(chain), from: since, to: since });
    const week = weekOf(chain, bells)?.week ?? null;
    await saveWeek(trx, company_id, week);
    await copyDays(trx, { from: fromId, to: company_id, since });
    return { after: { from_company_id: fromId, name: source.name, week } };
  });
}

export async function zoneOf(db: Kysely<Database>, companyId: number): Promise<string> {
  const settings = (await findEffectiveSettings(db, [companyId])).get(companyId);
  if (!settings) throw notFound('Company not found');
  return settings.time_zone.value;
}

/** Keeps bells, scheduled announcements and music of a node away until a local time; null ends it. Throws invalid_input for another time. */
export const silence = (deps: BellDeps, place: PlaceChange, until: string | null): Promise<{ painted: number }> =>
  changePlace(deps, place, 'silence', async (trx, { company_id }) => {
    const instant = until === null ? null : toInstant(toLocalMs(until), await zoneOf(trx, company_id));
    const left = instant === null ? 1 : instant - Date.now();
    if (!(left > 0) || left > BELL_SILENCE_DAYS_MAX * DAY_MS)
      throw fieldError('invalid_input', 'until', `Please choose a time within the next ${BELL_SILENCE_DAYS_MAX} days`);
    const after = instant === null ? null : new Date(instant);
    const before = await saveSilence(trx, company_id, after);
    return { before: { silent_until: before }, after: { silent_until: after } };
  });

/** The same for some time from now on. Throws as `silence`. */
export async function silenceFor(deps: BellDeps, place: PlaceChange, minutes: number): Promise<void> {
  const node = await findPermittedCompany(deps.db, place.actor.user, place.companyId, place.policy);
  const zone = await zoneOf(deps.db, node.company_id);
  await silence(deps, place, localText(toLocal(Date.now() + minutes * MINUTE_MS, zone)));
}

/**
 * Leaves out the bell of a local time at a node and below, rings it at another time of the day, or as usual. Throws invalid_input for a time that is over,
 * further ahead than a year, or on another day,
 * unprocessable for too many.
 */
export const skipBell = (
  deps: BellDeps,
  place: PlaceChange,
  { at, skipped, moved_to }: { at: string; skipped: boolean; moved_to?: string | undefined },
): Promise<{ painted: number }> =>
  changePlace(deps, place, 'skip', async (trx, { company_id }) => {
    const local = toLocalMs(at);
    const now = toLocal(Date.now(), await zoneOf(trx, company_id));
    if (!(local > now) || local > now + BELL_SKIP_DAYS_MAX * DAY_MS)
      throw fieldError('invalid_input', 'at', 'Please choose a bell within the next year');
    const text = localText(local);
    const to = moved_to === undefined ? null : toLocalMs(moved_to);
    if (to !== null && (dateText(to) !== dateText(local) || to === local || !(to > now)))
      throw fieldError('invalid_input', 'moved_to', 'Please choose another time of the same day');
    const exception = to !== null ? `${text}>${localText(to)}` : skipped ? text : null;
    const count = await saveSkip(trx, company_id, { at: text, exception, since: localText(now - DAY_MS) });
    if (exception !== null && count > BELL_SKIPS_MAX)
      throw new AppError('unprocessable', `There can be ${BELL_SKIPS_MAX} skipped bells at one place at most`);
    return { after: { at: text, skipped, ...(to !== null && { moved_to: localText(to) }) } };
  });
