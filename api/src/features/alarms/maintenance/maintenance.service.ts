import { MAINTENANCE_WINDOWS_MAX } from '@belfry/schemas/domain/alarms';
import {
  MAINTENANCE_DAYS_MAX,
  MAINTENANCE_SPANS_MAX,
  type MaintenanceCalendarQuery,
  type MaintenanceSpan,
  type MaintenanceWindow,
  type MaintenanceWindowChangeBody,
  type NewMaintenanceWindowBody,
} from '@belfry/schemas/http/alarms/maintenance';
import type { Actor } from '../../../audit/audit-log.repository.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, fieldError } from '../../../errors.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { withoutUndefined } from '../../../lib/without-undefined.ts';
import { manage } from '../../../people/managed-object.ts';
import type { Caller } from '../../../policies/accounts.ts';
import { canReadNode, type OwnerPolicy, type OwnersPolicy, type VisibleOwners } from '../../../policies/owners.ts';
import { reviewConditions } from '../evaluator/conditions.repository.ts';
import { requireNode } from '../node-access.ts';
import {
  findCalendar,
  findHeldWindows,
  deleteEndedSpans,
  deleteWindow,
  findListedWindow,
  findRecurring,
  findUnexpanded,
  findWindows,
  findZone,
  insertWindow,
  lockWindow,
  replaceSpans,
  updateWindow,
  type StoredWindow,
  type WindowPlan,
  type Span,
} from './maintenance.repository.ts';
import { BudgetError, happensAt, type Recurrence } from '../../../recurrence/expand.ts';
import { expansions, orTooMuch } from '../../../recurrence/expansions.ts';
import { DAY_MS, MINUTE_MS, toInstant, toLocal, toLocalMs } from '../../../recurrence/local-time.ts';
import { RuleError } from '../../../recurrence/rule.ts';

type MaintenanceDeps = Pick<Deps, 'db' | 'config' | 'events'>;

/** Maintenance windows at nodes. All throw not_found for one at a node that the caller does not see, forbidden. */
const windows = manage<StoredWindow, Wire<MaintenanceWindow>, OwnerPolicy>({
  kind: 'maintenance_window',
  recordedFor: 'owner',
  titles: 'maintenance windows',
  missing: 'There is no such maintenance window',
  conflict: 'Somebody else has changed this maintenance window',
  changes: { key: 'maintenance', hits: 60, refusal: 'Too many changes of maintenance windows.' },
  maxOf: () => MAINTENANCE_WINDOWS_MAX,
  findHeld: findHeldWindows,
  lock: lockWindow,
  find: findListedWindow,
  async placeOf(db, user, { company_id }, policy) {
    const node = await requireNode(db, user, company_id, policy).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    });
    return node && { owner_id: node.user_id, company_id };
  },
  changed: ({ events }, _id, ownerId) => events.changed('alarms_changed', [], ownerId),
});

/** The windows that the caller sees. Throws not_found for a node that they must not know. */
export async function listWindows(
  { db }: Pick<MaintenanceDeps, 'db'>,
  user: Caller,
  policy: OwnersPolicy,
  companyId: number | undefined,
): Promise<Wire<MaintenanceWindow>[]> {
  if (companyId !== undefined) await requireNode(db, user, companyId, canReadNode);
  return findWindows(db, policy(user), companyId);
}

/** Recurring windows that are expanded for one calendar. */
const EXPANDED_MAX = 200;

/**
 * When nobody is told in these days, and what is on; a window that recurs is stored for two weeks, and is expanded for days behind them.
 * Throws invalid_input for no days or too many, unprocessable for rules that take too long.
 */
export async function calendarBetween(
  { db }: Pick<MaintenanceDeps, 'db'>,
  user: Caller,
  owners: VisibleOwners,
  asked: MaintenanceCalendarQuery,
): Promise<Wire<MaintenanceSpan>[]> {
  const from = asked.from === undefined ? Date.now() : Date.parse(asked.from);
  const days = { from, to: asked.to === undefined ? from + AHEAD_MS : Date.parse(asked.to) };
  if (!(days.to > from) || days.to - from > MAINTENANCE_DAYS_MAX * DAY_MS)
    throw fieldError('invalid_input', 'to', `A calendar has 1 to ${MAINTENANCE_DAYS_MAX} days`);
  const stored = await findCalendar(db, owners, days);
  const storedUntil = Date.now() + LEFT_MS;
  if (days.to <= storedUntil) return stored;
  const recurring = await findRecurring(db, owners, EXPANDED_MAX);
  const items = recurring.map((window) => {
    const { zone, duration_minutes } = window;
    const lengthMs = duration_minutes * MINUTE_MS;
    const from = toLocal(Math.max(days.from, storedUntil) - lengthMs, zone);
    return {
      recurrence: { ...planOf(window), holidays: new Set<string>() },
      lengthMs,
      zone,
      from,
      to: toLocal(days.to, zone),
    };
  });
  const listed = await orTooMuch(
    expansions.list(user.id, { items, max: MAINTENANCE_SPANS_MAX, maxEach: MAINTENANCE_SPANS_MAX }),
  );
  const spans = listed.flatMap(({ index, at, until }): Wire<MaintenanceSpan>[] => {
    const window = recurring[index];
    if (!window || until <= days.from) return [];
    const { window_id, name, company_id } = window;
    return [{ cause: 'window', window_id, name, company_id, starts_at: new Date(at), ends_at: new Date(until) }];
  });
  const keyOf = ({ window_id, starts_at }: Wire<MaintenanceSpan>): string =>
    `${window_id} ${new Date(starts_at).getTime()}`;
  const known = new Set(stored.map(keyOf));
  return [...stored, ...spans.filter((span) => !known.has(keyOf(span)))]
    .toSorted((a, b) => new Date(a.starts_at).getTime() - new Date(b.starts_at).getTime())
    .slice(0, MAINTENANCE_SPANS_MAX);
}

/**
 * Plans a window. Throws not_found and forbidden for the node, invalid_input for a rule that never happens or too often, unprocessable for
 * one window too many, rate_limited.
 */
export async function createWindow(
  deps: MaintenanceDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, ...plan }: NewMaintenanceWindowBody,
): Promise<Wire<MaintenanceWindow>> {
  await windows.count(deps, actor);
  const { user_id: owner_id } = await requireNode(deps.db, actor.user, company_id, policy);
  const { spans, until } = await expand(owner_id, plan, await findZone(deps.db, company_id));
  return windows.create(deps, actor, { owner_id, company_id }, async (trx) => {
    const id = await insertWindow(trx, company_id, plan, actor.user.id);
    await replaceSpans(trx, { window_id: id, company_id }, spans, until);
    await reviewConditions(trx, owner_id);
    return { id, after: plan };
  });
}

/** Throws as `createWindow`, and edit_conflict for a revision that is not the present one. */
export async function changeWindow(
  deps: MaintenanceDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { window_id, revision, ...changes }: MaintenanceWindowChangeBody & { window_id: number },
): Promise<Wire<MaintenanceWindow>> {
  await windows.count(deps, actor);
  return windows.change(deps, { id: window_id, actor, policy }, { revision }, async (trx, window, { owner_id }) => {
    const before = planOf(window);
    const plan: WindowPlan = { ...before, ...withoutUndefined(changes) };
    const { spans, until } = await expand(owner_id, plan, await findZone(trx, window.company_id));
    await updateWindow(trx, window_id, plan);
    await replaceSpans(trx, window, spans, until);
    await reviewConditions(trx, owner_id);
    return { before, after: plan };
  });
}

/** Deletes a window; one that is on ends. Throws not_found, forbidden, rate_limited. */
export async function removeWindow(
  deps: MaintenanceDeps,
  actor: Actor,
  policy: OwnerPolicy,
  windowId: number,
): Promise<void> {
  await windows.count(deps, actor);
  await windows.remove(deps, { id: windowId, actor, policy }, async (trx, window, { owner_id }) => {
    await deleteWindow(trx, windowId);
    await reviewConditions(trx, owner_id);
    return { before: planOf(window) };
  });
}

const WINDOWS_AT_ONCE = 200;
/** The spans of windows are stored for two weeks, and again when so much of that is left. */
const LEFT_MS = 13 * 86_400_000;

export async function expandWindows({ db, log }: Pick<Deps, 'db' | 'log'>, now = Date.now()): Promise<void> {
  await deleteEndedSpans(db);
  for (const { window_id, owner_id } of await findUnexpanded(db, now + LEFT_MS, WINDOWS_AT_ONCE)) {
    await transact(db, async (trx) => {
      const window = await lockWindow(trx, window_id);
      if (!window) return;
      const { spans, until } = await expand(owner_id, planOf(window), await findZone(trx, window.company_id), now);
      await replaceSpans(trx, window, spans, until);
    }).catch((error: unknown) => log.warn({ err: error, window_id }, 'a maintenance window was not expanded'));
  }
}

const planOf = ({ name, starts_at, duration_minutes, rrule, exceptions, until_date }: WindowPlan): WindowPlan => ({
  name,
  starts_at,
  duration_minutes,
  rrule,
  exceptions,
  until_date,
});

const AHEAD_MS = 14 * DAY_MS;
const SPANS_MAX = 500;

/**
 * The spans of a window for two weeks from now on, in the zone of its node. Throws invalid_input with the field for a
 * rule that is malformed, never happens, or happens too often. @param budgetId the user whose time it takes
 */
async function expand(
  budgetId: number,
  plan: WindowPlan,
  zone: string,
  now = Date.now(),
): Promise<{ spans: Span[]; until: number }> {
  const field = plan.rrule === null ? 'starts_at' : 'rrule';
  const recurrence: Recurrence = { ...plan, holidays: new Set() };
  const lengthMs = plan.duration_minutes * MINUTE_MS;
  const until = now + AHEAD_MS;
  const [from, to] = [toLocal(now - lengthMs, zone), toLocal(until, zone)];
  const spans = await listSpans(budgetId, { recurrence, lengthMs, zone, from, to }).catch((error: unknown) => {
    if (error instanceof BudgetError) throw fieldError('invalid_input', field, 'This rule takes too long to compute');
    throw error instanceof RuleError ? fieldError('invalid_input', field, error.message) : error;
  });
  if (spans.length > SPANS_MAX)
    throw fieldError('invalid_input', field, `A maintenance window may happen ${SPANS_MAX} times in two weeks at most`);
  return { spans: spans.filter((span) => span.until > now), until };
}

type Listing = { recurrence: Recurrence; lengthMs: number; zone: string; from: number; to: number };

async function listSpans(budgetId: number, item: Listing): Promise<Span[]> {
  const { recurrence, lengthMs, zone, from } = item;
  // Checks the rule as well, which listing does not.
  await expansions.count(budgetId, { recurrence, lengthMs, from, windowMs: 0 });
  if (recurrence.rrule === null) return once(recurrence, lengthMs, zone);
  const listed = await expansions.list(budgetId, { items: [item], max: SPANS_MAX + 1, maxEach: SPANS_MAX + 1 });
  return listed.map(({ at, until }) => ({ at, until }));
}

/** Without a rule nothing is expanded. It may be further away than two weeks, since it is stored once. */
function once(recurrence: Recurrence, lengthMs: number, zone: string): Span[] {
  const local = toLocalMs(recurrence.starts_at);
  if (!happensAt(recurrence, local)) return [];
  return [{ at: toInstant(local, zone), until: toInstant(local + lengthMs, zone) }];
}
