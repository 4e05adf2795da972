import { randomUUID } from 'node:crypto';
import type { TriggerAction } from '@belfry/schemas/http/triggers/actions';
import type { TriggerSource } from '@belfry/schemas/http/triggers/sources';
import {
  type ChangeTriggerBody,
  type NewTriggerBody,
  type Trigger,
  TRIGGERS_MAX,
} from '@belfry/schemas/http/triggers/triggers';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../errors.ts';
import type { Wire } from '../../http/routes/route.ts';
import { seal } from '../../lib/seal.ts';
import { createWebhookSecret } from '../../lib/standard-webhooks.ts';
import { type GrantHandler, settleGrant } from '../../people/grants.repository.ts';
import { manage, type ObjectChange } from '../../people/managed-object.ts';
import { nodePermits } from '../../people/owner-access.ts';
import { canManageTriggers, type OwnerPolicy } from '../../policies/owners.ts';
import { findManagedPlace, findPermittedCompany, listAtNodes } from '../companies/index.ts';
import { checkAction, isEmergencyAction, type Place, policyOf } from './act.ts';
import { changeFeed, checkFeed, requireRoomForFeed, shownSource, storeFeed } from '../alert-feeds/index.ts';
import { isDeviceAt } from './inputs/inputs.repository.ts';
import {
  findHeldTriggers,
  deleteTrigger,
  findTrigger,
  findTriggerRow,
  findTriggers,
  insertTrigger,
  lockTrigger,
  rotateHookSecret,
  type TriggerRow,
  updateTrigger,
} from './triggers.repository.ts';

export type TriggerChange = ObjectChange<OwnerPolicy>;
type WithSecret = Wire<Trigger> & { secret: string | null };

export const HOOK_SECRET_PURPOSE = 'trigger-hook';

/** All throw not_found for a trigger at a node that the caller does not manage. */
export const triggers = manage<TriggerRow, Wire<Trigger>, OwnerPolicy>({
  kind: 'trigger',
  recordedFor: 'node',
  titles: 'triggers',
  missing: 'Trigger not found',
  conflict: 'The trigger was changed meanwhile',
  changes: { key: 'triggers', hits: 60, refusal: 'Too many changes of triggers.' },
  maxOf: () => TRIGGERS_MAX,
  findHeld: findHeldTriggers,
  lock: lockTrigger,
  find: findTrigger,
  placeOf: findManagedPlace,
  // Consoles that show triggers.
  changed: ({ events }, id, ownerId) => events.changed('triggers_changed', [id], ownerId),
});

/** Throws not_found for a node that the caller does not manage. */
export const listTriggers = listAtNodes(findTriggers);

type ShownFields = Pick<NewTriggerBody, 'name' | 'mode' | 'drill'> & { source: TriggerSource; action: TriggerAction };
/** Without secrets. */
const auditFieldsOf = ({ source, name, mode, drill, action }: ShownFields) => ({
  name,
  mode,
  drill,
  source: shownSource(source),
  action,
});

/** A scenario stands for an action. */
const actionOf = ({ action, scenario_id = 0 }: Pick<NewTriggerBody, 'action' | 'scenario_id'>): TriggerAction =>
  action ?? { type: 'scenario', scenario_id };

type Prepared = { source: TriggerSource; action: TriggerAction } & Pick<NewTriggerBody, 'mode' | 'drill' | 'confirmed'>;

/**
 * Checks that the caller could do now what the trigger is to do, that its input is of a device there, and that an emergency which asks nobody was
 * confirmed by whoever sets it up.
 */
async function checkTrigger(deps: Deps, { user }: Actor, place: Place, prepared: Prepared): Promise<void> {
  const { source, action, mode, drill, confirmed } = prepared;
  const node = { company_id: place.company_id, user_id: place.owner_id };
  if (!(await nodePermits(deps.db, user, node, policyOf(action))))
    throw new AppError('forbidden', 'You may not do this here yourself, so a trigger of yours may not either');
  if (source.type === 'input' && !(await isDeviceAt(deps.db, source.serial, place)))
    throw fieldError('unprocessable', 'source', 'This device is not at the place of the trigger or below it');
  await checkFeed(deps, prepared);
  if (isEmergencyAction(action) && mode === 'automatic' && !drill && !confirmed)
    throw fieldError(
      'unprocessable',
      'confirmed',
      'Please confirm that an emergency starts or ends without asking anybody',
    );
  await checkAction(deps, user, place, action);
}

/**
 * Throws not_found and forbidden for a node that the caller does not manage, and for what they could not do themselves,
 * unprocessable for one too many, an unconfirmed emergency or a foreign device, rate_limited.
 */
export async function createTrigger(
  deps: Deps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, confirmed, action: typed, scenario_id, ...rest }: NewTriggerBody,
): Promise<WithSecret> {
  const fields = { ...rest, action: actionOf({ action: typed, scenario_id }) };
  await triggers.count(deps, actor);
  const { user_id: owner_id } = await findPermittedCompany(deps.db, actor.user, company_id, policy);
  const place = { owner_id, company_id };
  await checkTrigger(deps, actor, place, { ...fields, confirmed });
  const secret = newSecretFor(fields.source, null);
  const trigger = await triggers.create(deps, actor, place, async (trx) => {
    const owning = { user: actor.user, ownerId: owner_id };
    await requireRoomForFeed(trx, owning, { source: fields.source, exceptTrigger: null });
    const id = await insertTrigger(trx, {
      ...columnsOf(fields),
      ...place,
      secret: secret === null ? null : sealed(deps, secret),
      created_by: actor.user.id,
    });
    if (fields.source.type === 'alert_feed') await storeFeed(trx, id, { arm: true });
    return { id, after: { ...auditFieldsOf(fields), company_id } };
  });
  return { ...trigger, secret };
}

/** From then on the trigger acts with the rights of the caller. Throws as `createTrigger`; edit_conflict. */
export async function changeTrigger(
  deps: Deps,
  change: TriggerChange,
  { revision, enabled, confirmed, action: typed, scenario_id, ...rest }: ChangeTriggerBody,
): Promise<WithSecret> {
  const { id, actor } = change;
  const fields = { ...rest, action: actionOf({ action: typed, scenario_id }) };
  await triggers.count(deps, actor);
  await triggers.read(deps.db, change);
  const place = await findTriggerRow(deps.db, id);
  if (!place) throw triggers.missing();
  // One that is turned off may be so whatever the caller could do.
  if (enabled) await checkTrigger(deps, actor, place, { ...fields, confirmed });
  let secret: string | null = null;
  const trigger = await triggers.change(
    deps,
    change,
    { revision, lockOwner: fields.source.type === 'alert_feed' ? place.owner_id : undefined },
    async (trx, before) => {
      const owning = { user: actor.user, ownerId: before.owner_id };
      await requireRoomForFeed(trx, owning, { source: fields.source, exceptTrigger: id });
      await settleGrant(trx, 'trigger', id);
      // Whoever acts with other rights from now on does not act on what somebody else knows.
      const isOwn = before.created_by === actor.user.id;
      secret = newSecretFor(fields.source, isOwn ? before.secret : null);
      await updateTrigger(trx, id, {
        ...columnsOf(fields),
        ...(secret !== null && { secret: sealed(deps, secret), previous_secret: null, previous_secret_until: null }),
        created_by: actor.user.id,
        enabled,
        disabled_reason: enabled ? null : 'person',
        disabled_at: enabled ? null : new Date(),
      });
      await changeFeed(trx, before, { source: fields.source, enabled });
      return {
        before: { ...auditFieldsOf(before), enabled: before.enabled },
        after: { ...auditFieldsOf(fields), enabled },
      };
    },
  );
  return { ...trigger, secret };
}

export const triggerGrant: GrantHandler = {
  async pass(trx, deps, actor, { id, wasOn, renew }) {
    const before = await lockTrigger(trx, id);
    if (!before) throw triggers.missing();
    // It was confirmed when it was prepared.
    if (wasOn) await checkTrigger({ ...deps, db: trx }, actor, before, { ...before, confirmed: true });
    const secret = renew ? newSecretFor(before.source, null) : null;
    await updateTrigger(trx, id, {
      created_by: actor.user.id,
      ...(secret !== null && { secret: sealed(deps, secret), previous_secret: null, previous_secret_until: null }),
      ...(wasOn ? { enabled: true, disabled_reason: null, disabled_at: null } : { disabled_reason: 'person' }),
    });
    await changeFeed(trx, before, { source: before.source, enabled: wasOn });
    return secret;
  },
  end: (deps, actor, id) => removeTrigger(deps, { id, actor, policy: canManageTriggers }),
};

const columnsOf = ({ source, action, ...fields }: ShownFields) => ({
  ...fields,
  source: JSON.stringify(source),
  action: JSON.stringify(action),
});

/** A secret where a hook has none yet, or none that only its present creator knows. */
const newSecretFor = ({ type }: TriggerSource, present: Buffer | null): string | null =>
  type === 'hook' && present === null ? createWebhookSecret() : null;

const sealed = ({ config }: Pick<Deps, 'config'>, secret: string): Buffer =>
  seal(config.SERVICE_SECRET, HOOK_SECRET_PURPOSE, secret);

/** The secret is in this answer only. Throws not_found, conflict for a trigger without a hook, rate_limited. */
export async function rotateTrigger(deps: Deps, change: TriggerChange): Promise<WithSecret> {
  await triggers.count(deps, change.actor);
  const secret = createWebhookSecret();
  const trigger = await triggers.change(deps, change, { verb: 'rotate-secret' }, async (trx, { source }) => {
    if (source.type !== 'hook') throw new AppError('conflict', 'This trigger has no hook');
    await rotateHookSecret(trx, change.id, sealed(deps, secret));
    return {};
  });
  return { ...trigger, secret };
}

/** Throws rate_limited. */
export async function removeTrigger(deps: Deps, change: TriggerChange): Promise<void> {
  await triggers.count(deps, change.actor);
  await triggers.remove(deps, change, async (trx, trigger) => {
    await deleteTrigger(trx, change.id);
    return { before: auditFieldsOf(trigger) };
  });
}

/** A cause that never occurs again. */
export const newCause = (kind: 'call' | 'test'): string => `${kind}:${randomUUID()}`;
