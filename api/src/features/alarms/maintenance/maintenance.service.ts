import { MAINTENANCE_WINDOWS_MAX } from '@belfry/schemas/domain/alarms';
import type {
  MaintenanceWindow,
  MaintenanceWindowChangeBody,
  NewMaintenanceWindowBody,
} from '@belfry/schemas/http/alarms/maintenance';
import type { Kysely } from 'kysely';
import { auditOf, type Actor } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, editConflict, notFound } from '../../../errors.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { withoutUndefined } from '../../../lib/without-undefined.ts';
import { lockUser } from '../../../people/users.repository.ts';
import type { Caller } from '../../../policies/accounts.ts';
import { canReadNode, type OwnerPolicy, type OwnersPolicy } from '../../../policies/owners.ts';
import { reviewConditions } from '../evaluator/conditions.repository.ts';
import { requireNode, type AlarmNode } from '../node-access.ts';
import { requireShare } from '../../../people/organisation-share.ts';
import { expand } from './expand-window.ts';
import {
  findHeldWindows,
  deleteEndedSpans,
  deleteWindow,
  findListedWindow,
  findUnexpanded,
  findWindows,
  findZone,
  insertWindow,
  lockWindow,
  replaceSpans,
  updateWindow,
  type StoredWindow,
  type WindowPlan,
} from './maintenance.repository.ts';

type MaintenanceDeps = Pick<Deps, 'db' | 'config' | 'events'>;

const PER_PERSON = { hits: 60, windowSeconds: 60 };

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
  const { db } = deps;
  const node = await requireNode(db, actor.user, company_id, policy);
  await countChange(deps, actor);
  const { spans, until } = await expand(node.user_id, plan, await findZone(db, company_id));
  const window = await transact(db, async (trx) => {
    // The lock makes the limit exact.
    await lockUser(trx, node.user_id);
    const share = {
      user: actor.user,
      ownerId: node.user_id,
      max: MAINTENANCE_WINDOWS_MAX,
      what: 'maintenance windows',
    };
    requireShare(await findHeldWindows(trx, node.user_id), share);
    const window_id = await insertWindow(trx, company_id, plan, actor.user.id);
    await replaceSpans(trx, { window_id, company_id }, spans, until);
    await reviewConditions(trx, node.user_id);
    await record(trx, actor, node, { action: 'maintenance_window.create', object_id: window_id, after: plan });
    return findListedWindow(trx, window_id);
  });
  if (!window) throw notFound(NO_WINDOW);
  deps.events.changed('alarms_changed', [], node.user_id);
  return window;
}

const NO_WINDOW = 'There is no such maintenance window';

/** Throws as `createWindow`, and edit_conflict for a revision that is not the present one. */
export async function changeWindow(
  deps: MaintenanceDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { window_id, revision, ...changes }: MaintenanceWindowChangeBody & { window_id: number },
): Promise<Wire<MaintenanceWindow>> {
  await countChange(deps, actor);
  const { window, owner } = await transact(deps.db, async (trx) => {
    const { stored, node } = await requireWindow(trx, actor, policy, window_id);
    if (revision !== undefined && revision !== stored.revision)
      throw editConflict('Somebody else has changed this maintenance window', { ...stored });
    const before = planOf(stored);
    const plan: WindowPlan = { ...before, ...withoutUndefined(changes) };
    const { spans, until } = await expand(node.user_id, plan, await findZone(trx, stored.company_id));
    await updateWindow(trx, window_id, plan);
    await replaceSpans(trx, stored, spans, until);
    await reviewConditions(trx, node.user_id);
    await record(trx, actor, node, { action: 'maintenance_window.change', object_id: window_id, before, after: plan });
    return { window: await findListedWindow(trx, window_id), owner: node.user_id };
  });
  if (!window) throw notFound(NO_WINDOW);
  deps.events.changed('alarms_changed', [], owner);
  return window;
}

/** Deletes a window; one that is on ends. Throws not_found, forbidden. */
export async function removeWindow(
  deps: MaintenanceDeps,
  actor: Actor,
  policy: OwnerPolicy,
  windowId: number,
): Promise<void> {
  const owner = await transact(deps.db, async (trx) => {
    const { stored, node } = await requireWindow(trx, actor, policy, windowId);
    await deleteWindow(trx, windowId);
    await reviewConditions(trx, node.user_id);
    const before = planOf(stored);
    await record(trx, actor, node, { action: 'maintenance_window.delete', object_id: windowId, before });
    return node.user_id;
  });
  deps.events.changed('alarms_changed', [], owner);
}

const WINDOWS_AT_ONCE = 200;
/** The spans of windows are stored for two weeks, and again when so much of that is left. */
const LEFT_MS = 13 * 86_400_000;

/** Stores the coming spans of windows that recur, and forgets those that have ended. */
export async function expandWindows({ db, log }: Pick<Deps, 'db' | 'log'>, now = Date.now()): Promise<void> {
  await deleteEndedSpans(db);
  for (const { window_id, owner_id } of await findUnexpanded(db, now + LEFT_MS, WINDOWS_AT_ONCE)) {
    await transact(db, async (trx) => {
      const stored = await lockWindow(trx, window_id);
      if (!stored) return;
      const { spans, until } = await expand(owner_id, planOf(stored), await findZone(trx, stored.company_id), now);
      await replaceSpans(trx, stored, spans, until);
    }).catch((error: unknown) => log.warn({ err: error, window_id }, 'a maintenance window was not expanded'));
  }
}

async function requireWindow(
  trx: Kysely<Database>,
  { user }: Actor,
  policy: OwnerPolicy,
  windowId: number,
): Promise<{ stored: StoredWindow; node: AlarmNode }> {
  const stored = await lockWindow(trx, windowId);
  if (!stored) throw notFound(NO_WINDOW);
  const node = await requireNode(trx, user, stored.company_id, policy).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? notFound(NO_WINDOW) : error;
  });
  return { stored, node };
}

const countChange = (deps: MaintenanceDeps, { user }: Actor): Promise<void> =>
  countAttempt(deps, [{ key: `maintenance:${user.id}`, ...PER_PERSON }], 'Too many changes of maintenance windows.');

const planOf = ({ name, starts_at, duration_minutes, rrule, exceptions, until_date }: WindowPlan): WindowPlan => ({
  name,
  starts_at,
  duration_minutes,
  rrule,
  exceptions,
  until_date,
});

type Recorded = {
  action: `maintenance_window.${string}`;
  object_id: number;
  before?: WindowPlan;
  after?: WindowPlan;
};

const record = (trx: Kysely<Database>, actor: Actor, node: AlarmNode, entry: Recorded): Promise<void> =>
  auditOf(trx, actor, node.user_id, { ...entry, object_kind: 'maintenance_window', company_id: node.company_id });
