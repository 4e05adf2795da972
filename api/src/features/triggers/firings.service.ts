import type { TriggerFiring } from '@belfry/schemas/http/triggers/firings';
import type { Actor } from '../../audit/audit-log.repository.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { type Page, Reply, type Wire } from '../../http/routes/route.ts';
import { nodePermits } from '../../people/owner-access.ts';
import { isEmergencyAction, policyOf } from './act.ts';
import { decideFiring, findFiring, insertFiring, listFirings, lockAsking } from './firings.repository.ts';
import { requireNotRefused } from './refused-starts.ts';
import { runFiring } from './run-firing.ts';
import { findTriggerOfFiring, findTriggerRow, type TriggerRow } from './triggers.repository.ts';
import { newCause, type TriggerChange, triggers } from './triggers.service.ts';

/** What one person, or program, starts, tests and decides by hand: each emergency by itself, everything else together. */
const BY_HAND = { hits: 60, windowSeconds: 60 };
const countByHand = (
  deps: Pick<Deps, 'config' | 'db'>,
  { user }: Actor,
  trigger?: Pick<TriggerRow, 'id' | 'action'>,
): Promise<void> => {
  const part = trigger && isEmergencyAction(trigger.action) ? `:${trigger.id}` : '';
  return countAttempt(deps, [{ key: `trigger-calls:${user.id}${part}`, ...BY_HAND }], 'Too many starts of triggers.');
};

/** Throws not_found. */
export async function readFirings(
  deps: Pick<Deps, 'db'>,
  change: TriggerChange,
  page: Page,
): Promise<Reply<Wire<TriggerFiring>[]>> {
  await triggers.read(deps.db, change);
  const { rows, total } = await listFirings(deps.db, change.id, page);
  return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
}

/** Starts also a trigger that is off. Throws not_found, rate_limited. */
export async function testTrigger(deps: Deps, change: TriggerChange): Promise<Reply<Wire<TriggerFiring>>> {
  await countByHand(deps, change.actor);
  const firingId = await transact(deps.db, async (trx) => {
    const { row: trigger } = await triggers.lock(trx, change);
    const { firing_id } = await insertFiring(trx, {
      trigger_id: change.id,
      cause: newCause('test'),
      source: 'test',
      drill: false,
      ends_run_ids: null,
      details: { user_id: change.actor.user.id },
      at: new Date(),
    });
    await triggers.record(trx, change.actor, trigger, { verb: 'test', details: { firing_id } });
    return firing_id;
  });
  await runFiring(deps, firingId);
  return Reply.of(await requireFiring(deps, firingId), { status: 202 });
}

/**
 * Starts a trigger as its source would. Who may do what it does at its node may start it. Throws not_found, conflict for one that is off or an
 * emergency that was not started, rate_limited.
 */
export async function callTrigger(
  deps: Deps,
  actor: Actor,
  { id }: { id: number },
): Promise<Reply<Wire<TriggerFiring>>> {
  const called = await findTriggerRow(deps.db, id);
  await countByHand(deps, actor, called);
  const firingId = await transact(deps.db, async (trx) => {
    const trigger = await findTriggerRow(trx, id);
    if (!trigger) throw triggers.missing();
    const node = { company_id: trigger.company_id, user_id: trigger.owner_id };
    if (!(await nodePermits(trx, actor.user, node, policyOf(trigger.action)))) throw triggers.missing();
    if (!trigger.enabled) throw new AppError('conflict', 'This trigger is off');
    const { firing_id } = await insertFiring(trx, {
      trigger_id: id,
      cause: newCause('call'),
      source: 'call',
      drill: false,
      ends_run_ids: null,
      details: { user_id: actor.user.id },
      at: new Date(),
    });
    await triggers.record(trx, actor, trigger, { verb: 'call', details: { firing_id } });
    return firing_id;
  });
  await runFiring(deps, firingId);
  const firing = await requireFiring(deps, firingId);
  if (called) requireNotRefused(firing, called.action);
  return Reply.of(firing, { status: 202 });
}

/**
 * Confirms or declines what a trigger asks for. Throws not_found where the caller may not do it themselves, conflict where it does not wait any
 * more, rate_limited.
 */
export async function decide(
  deps: Deps,
  actor: Actor,
  { firingId, verb }: { firingId: number; verb: 'confirm' | 'decline' },
): Promise<Wire<TriggerFiring>> {
  await countByHand(deps, actor, await findTriggerOfFiring(deps.db, firingId));
  await transact(deps.db, async (trx) => {
    const firing = await lockAsking(trx, firingId);
    const trigger = firing && (await findTriggerRow(trx, firing.trigger_id));
    if (!firing || !trigger) throw unknownFiring();
    const node = { company_id: trigger.company_id, user_id: trigger.owner_id };
    if (!(await nodePermits(trx, actor.user, node, policyOf(trigger.action)))) throw unknownFiring();
    if (firing.state !== 'asking') throw new AppError('conflict', 'Somebody has decided this already');
    if (firing.expires_at && firing.expires_at.getTime() < Date.now())
      throw new AppError('conflict', 'It is too late to decide this');
    await decideFiring(trx, firingId, { userId: actor.user.id, state: verb === 'confirm' ? 'queued' : 'declined' });
    await triggers.record(trx, actor, trigger, { verb, details: { firing_id: firingId } });
  });
  if (verb === 'confirm') await runFiring(deps, firingId);
  return requireFiring(deps, firingId);
}

async function requireFiring({ db }: Pick<Deps, 'db'>, firingId: number): Promise<Wire<TriggerFiring>> {
  const firing = await findFiring(db, firingId);
  if (!firing) throw unknownFiring();
  return firing;
}

const unknownFiring = (): AppError => notFound('There is nothing to decide');
