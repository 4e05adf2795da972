import { WEBHOOKS_MAX } from '@belfry/schemas/domain/webhook-events';
import type { ChangeWebhookBody, NewWebhookBody, Webhook } from '@belfry/schemas/http/webhooks';
import type { Kysely } from 'kysely';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Wire } from '../../http/routes/route.ts';
import { seal } from '../../lib/seal.ts';
import { createWebhookSecret } from '../../lib/standard-webhooks.ts';
import { type GrantHandler, hasStopped } from '../../people/grants.repository.ts';
import { manage, type ObjectChange } from '../../people/managed-object.ts';
import { canManageTriggers, type OwnerPolicy } from '../../policies/owners.ts';
import { findManagedPlace, findPermittedCompany, listAtNodes } from '../companies/index.ts';
import { sendWaitingNow } from './deliveries.repository.ts';
import {
  findHeldWebhooks,
  deleteWebhook,
  endPreviousSecret,
  findWebhook,
  findWebhooks,
  insertWebhook,
  lockWebhook,
  rotateSecret,
  updateWebhook,
  type WebhookRow,
} from './webhooks.repository.ts';

type WebhookDeps = Pick<Deps, 'alarms' | 'config' | 'db' | 'events' | 'webhookSender'>;
export type WebhookChange = ObjectChange<OwnerPolicy>;

export const WEBHOOK_SECRET_PURPOSE = 'webhook';

/** Called after the commit. */
export const webhooksChanged = (
  { events }: Pick<Deps, 'events'>,
  { id, owner_id }: Pick<WebhookRow, 'id' | 'owner_id'>,
): void => events.changed('webhooks_changed', [id], owner_id);

/** All throw not_found for a webhook at a node that the caller does not manage. */
export const webhooks = manage<WebhookRow, Wire<Webhook>, OwnerPolicy>({
  kind: 'webhook',
  recordedFor: 'node',
  titles: 'webhooks',
  missing: 'Webhook not found',
  conflict: 'The webhook was changed meanwhile',
  changes: { key: 'webhooks', hits: 60, refusal: 'Too many changes of webhooks.' },
  maxOf: () => WEBHOOKS_MAX,
  findHeld: findHeldWebhooks,
  lock: lockWebhook,
  find: findWebhook,
  placeOf: findManagedPlace,
  changed: (deps, id, owner_id) => webhooksChanged(deps, { id, owner_id }),
});

/** Throws not_found for a node that the caller does not manage. */
export const listWebhooks = listAtNodes(findWebhooks);

/**
 * Throws not_found and forbidden for a node that the caller does not manage, unprocessable for one too many and for an
 * address to which nothing may be sent, rate_limited.
 */
export async function createWebhook(
  deps: WebhookDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, ...fields }: NewWebhookBody,
): Promise<Wire<Webhook> & { secret: string }> {
  await webhooks.count(deps, actor);
  const { user_id: owner_id } = await findPermittedCompany(deps.db, actor.user, company_id, policy);
  await deps.webhookSender.check(fields.url);
  const secret = createWebhookSecret();
  const place = { owner_id, company_id };
  const webhook = await webhooks.create(deps, actor, place, async (trx) => ({
    id: await insertWebhook(trx, {
      ...fields,
      ...place,
      secret: sealed(deps, secret),
      created_by: actor.user.id,
    }),
    after: { ...auditFieldsOf(fields), company_id },
  }));
  return { ...webhook, secret };
}

/** Throws as `createWebhook`; edit_conflict. */
export async function changeWebhook(
  deps: WebhookDeps,
  change: WebhookChange,
  { revision, enabled, ...fields }: ChangeWebhookBody,
): Promise<Wire<Webhook>> {
  const { id } = change;
  await webhooks.count(deps, change.actor);
  await webhooks.read(deps.db, change);
  await deps.webhookSender.check(fields.url);
  return webhooks.change(deps, change, { revision }, async (trx, before) => {
    if (enabled && !before.enabled && (await hasStopped(trx, 'webhook', id)))
      throw new AppError('conflict', 'Whoever made this webhook may not any more. Take it over, keep it or end it.');
    await updateWebhook(trx, id, { ...fields, ...(enabled === before.enabled ? {} : turned(enabled)) });
    // Another address, or a receiver that is repaired, is tried at once.
    if (enabled && (!before.enabled || before.url !== fields.url)) await sendWaitingNow(trx, id);
    if (enabled && !before.enabled) await reportWebhook(deps, trx, before, { bad: false });
    return {
      before: { ...auditFieldsOf(before), enabled: before.enabled },
      after: { ...auditFieldsOf(fields), enabled },
    };
  });
}

const turned = (enabled: boolean) =>
  enabled
    ? ({ enabled, disabled_reason: null, disabled_at: null, failing_since: null, failures: 0, retry_at: null } as const)
    : ({ enabled, disabled_reason: 'person', disabled_at: new Date() } as const);

export const webhookGrant: GrantHandler = {
  async pass(trx, deps, actor, { id, wasOn, renew }) {
    const secret = renew ? createWebhookSecret() : null;
    const none = { previous_secret: null, previous_secret_until: null };
    await updateWebhook(trx, id, {
      created_by: actor.user.id,
      ...(secret !== null && { secret: sealed(deps, secret), ...none }),
      ...(wasOn ? turned(true) : { disabled_reason: 'person' }),
    });
    return secret;
  },
  end: (deps, actor, id) => removeWebhook(deps, { id, actor, policy: canManageTriggers }),
};

/** The secret is in this answer only. Throws rate_limited. */
export async function rotateWebhook(
  deps: WebhookDeps,
  change: WebhookChange,
): Promise<Wire<Webhook> & { secret: string }> {
  await webhooks.count(deps, change.actor);
  const secret = createWebhookSecret();
  const webhook = await webhooks.change(deps, change, { verb: 'rotate-secret' }, async (trx) => {
    await rotateSecret(trx, change.id, sealed(deps, secret));
    return {};
  });
  return { ...webhook, secret };
}

/** Throws rate_limited. */
export async function endPrevious(deps: WebhookDeps, change: WebhookChange): Promise<Wire<Webhook>> {
  await webhooks.count(deps, change.actor);
  return webhooks.change(deps, change, { verb: 'end-secret' }, async (trx) => {
    await endPreviousSecret(trx, change.id);
    return {};
  });
}

/** Throws rate_limited. */
export async function removeWebhook(deps: WebhookDeps, change: WebhookChange): Promise<void> {
  await webhooks.count(deps, change.actor);
  await webhooks.remove(deps, change, async (trx, webhook) => {
    await deleteWebhook(trx, change.id);
    await reportWebhook(deps, trx, webhook, { bad: false });
    return { before: auditFieldsOf(webhook) };
  });
}

export const reportWebhook = (
  { alarms }: Pick<Deps, 'alarms'>,
  trx: Kysely<Database>,
  { id, owner_id, company_id }: Pick<WebhookRow, 'id' | 'owner_id' | 'company_id'>,
  { bad }: { bad: boolean },
): Promise<void> =>
  alarms.report(trx, [{ kind: 'webhook_disabled', bad, owner_id, company_id, subject: `webhook:${id}` }]);

/** Of the address only the receiver: what follows it may be a secret. */
const auditFieldsOf = ({ name, url, events }: Pick<WebhookRow, 'name' | 'url' | 'events'>) => ({
  name,
  receiver: new URL(url).origin,
  events,
});

const sealed = ({ config }: Pick<Deps, 'config'>, secret: string): Buffer =>
  seal(config.SERVICE_SECRET, WEBHOOK_SECRET_PURPOSE, secret);
