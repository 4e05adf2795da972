import { WEBHOOKS_MAX } from '@belfry/schemas/domain/webhook-events';
import type { ChangeWebhookBody, NewWebhookBody, Webhook } from '@belfry/schemas/http/webhooks';
import type { Kysely } from 'kysely';
import { type Actor, audit, type AuditEntry } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, editConflict, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Wire } from '../../http/routes/route.ts';
import { seal } from '../../lib/seal.ts';
import { createWebhookSecret } from '../../lib/standard-webhooks.ts';
import { type GrantHandler, hasStopped } from '../../people/grants.repository.ts';
import { findListedNodes } from '../../people/owner-access.ts';
import { lockUser } from '../../people/users.repository.ts';
import type { Caller } from '../../policies/accounts.ts';
import { canManageTriggers, type OwnerPolicy, type OwnersPolicy } from '../../policies/owners.ts';
import { findPermittedCompany } from '../companies/index.ts';
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
import { requireShare } from '../../people/organisation-share.ts';

type WebhookDeps = Pick<Deps, 'alarms' | 'config' | 'db' | 'events' | 'webhookSender'>;
/** A webhook, who changes it, and the policy that must permit that at its node. */
export type WebhookChange = { id: number; actor: Actor; policy: OwnerPolicy };

const CHANGES = { hits: 60, windowSeconds: 60 };
/** What the key of the secrets is derived for. */
export const WEBHOOK_SECRET_PURPOSE = 'webhook';

const countChange = (deps: Pick<Deps, 'config' | 'db'>, { user }: Actor): Promise<void> =>
  countAttempt(deps, [{ key: `webhooks:${user.id}`, ...CHANGES }], 'Too many changes of webhooks.');

/** Notifies consoles that show webhooks. Call it after the commit. */
export const webhooksChanged = (
  { events }: Pick<Deps, 'events'>,
  { id, owner_id }: Pick<WebhookRow, 'id' | 'owner_id'>,
): void => events.changed('webhooks_changed', [id], owner_id);

/** The webhooks that the caller manages, or those of one node and below it. Throws not_found for a node that they do not manage. */
export async function listWebhooks(
  { db }: Pick<Deps, 'db'>,
  user: Caller,
  policies: { node: OwnerPolicy; visible: OwnersPolicy },
  companyId: number | undefined,
): Promise<Wire<Webhook>[]> {
  if (companyId !== undefined) await findPermittedCompany(db, user, companyId, policies.node);
  return findWebhooks(db, findListedNodes(user, policies.visible, companyId), companyId);
}

/** One webhook. Throws not_found for one at a node that the caller does not manage. */
export async function readWebhook(
  { db }: Pick<Deps, 'db'>,
  { id, actor, policy }: WebhookChange,
): Promise<Wire<Webhook>> {
  const webhook = await findWebhook(db, id);
  if (!webhook) throw unknown();
  await requireManaged(db, actor, webhook, policy);
  return webhook;
}

/** A webhook that the caller manages, locked until the transaction ends. Throws not_found. */
export async function lockManagedWebhook(
  trx: Kysely<Database>,
  { id, actor, policy }: WebhookChange,
): Promise<WebhookRow> {
  const webhook = await lockWebhook(trx, id);
  if (!webhook) throw unknown();
  await requireManaged(trx, actor, webhook, policy);
  return webhook;
}

async function requireManaged(
  db: Kysely<Database>,
  { user }: Actor,
  { company_id }: { company_id: number },
  policy: OwnerPolicy,
): Promise<void> {
  if (!(await findPermittedCompany(db, user, company_id, policy).catch(() => null))) throw unknown();
}

const unknown = (): AppError => notFound('Webhook not found');

/**
 * Adds a webhook. Throws not_found and forbidden for a node that the caller does not manage, unprocessable for one too many and for an
 * address to which nothing may be sent, rate_limited.
 */
export async function createWebhook(
  deps: WebhookDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, ...fields }: NewWebhookBody,
): Promise<Wire<Webhook> & { secret: string }> {
  await countChange(deps, actor);
  const node = await findPermittedCompany(deps.db, actor.user, company_id, policy);
  await deps.webhookSender.check(fields.url);
  const secret = createWebhookSecret();
  const made = await transact(deps.db, async (trx) => {
    // The lock makes the limit exact.
    await lockUser(trx, node.user_id);
    const share = { user: actor.user, ownerId: node.user_id, max: WEBHOOKS_MAX, what: 'webhooks' };
    requireShare(await findHeldWebhooks(trx, node.user_id), share);
    const id = await insertWebhook(trx, {
      ...fields,
      owner_id: node.user_id,
      company_id,
      secret: sealed(deps, secret),
      created_by: actor.user.id,
    });
    const row = { id, owner_id: node.user_id, company_id };
    await auditWebhook(trx, actor, row, { verb: 'create', after: { ...shown(fields), company_id } });
    return findWebhook(trx, id);
  });
  if (!made) throw unknown();
  webhooksChanged(deps, { id: made.id, owner_id: node.user_id });
  return { ...made, secret };
}

/** Changes a webhook, or turns it on or off. Throws as `createWebhook`; edit_conflict. */
export async function changeWebhook(
  deps: WebhookDeps,
  change: WebhookChange,
  { revision, enabled, ...fields }: ChangeWebhookBody,
): Promise<Wire<Webhook>> {
  const { id, actor } = change;
  await countChange(deps, actor);
  await readWebhook(deps, change);
  await deps.webhookSender.check(fields.url);
  const changed = await transact(deps.db, async (trx) => {
    const before = await lockManagedWebhook(trx, change);
    if (before.revision !== revision)
      throw editConflict('The webhook was changed meanwhile', { ...(await findWebhook(trx, id)) });
    if (enabled && !before.enabled && (await hasStopped(trx, 'webhook', id)))
      throw new AppError('conflict', 'Whoever made this webhook may not any more. Take it over, keep it or end it.');
    await updateWebhook(trx, id, { ...fields, ...(enabled === before.enabled ? {} : turned(enabled)) });
    // Another address, or a receiver that is repaired, is tried at once.
    if (enabled && (!before.enabled || before.url !== fields.url)) await sendWaitingNow(trx, id);
    if (enabled && !before.enabled) await reportWebhook(deps, trx, before, { bad: false });
    await auditWebhook(trx, actor, before, {
      verb: 'change',
      before: { ...shown(before), enabled: before.enabled },
      after: { ...shown(fields), enabled },
    });
    return before;
  });
  webhooksChanged(deps, changed);
  return readWebhook(deps, change);
}

const turned = (enabled: boolean) =>
  enabled
    ? ({ enabled, disabled_reason: null, disabled_at: null, failing_since: null, failures: 0, retry_at: null } as const)
    : ({ enabled, disabled_reason: 'person', disabled_at: new Date() } as const);

/** A webhook whose creator could not add it any more. */
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

/** Makes another secret, which is in this answer only. Throws not_found, rate_limited. */
export async function rotateWebhook(
  deps: WebhookDeps,
  change: WebhookChange,
): Promise<Wire<Webhook> & { secret: string }> {
  await countChange(deps, change.actor);
  const secret = createWebhookSecret();
  await transact(deps.db, async (trx) => {
    const webhook = await lockManagedWebhook(trx, change);
    await rotateSecret(trx, change.id, sealed(deps, secret));
    await auditWebhook(trx, change.actor, webhook, { verb: 'rotate-secret' });
  });
  return { ...(await readWebhook(deps, change)), secret };
}

/** Ends the secret before the present one. Throws not_found, rate_limited. */
export async function endPrevious(deps: WebhookDeps, change: WebhookChange): Promise<Wire<Webhook>> {
  await countChange(deps, change.actor);
  await transact(deps.db, async (trx) => {
    const webhook = await lockManagedWebhook(trx, change);
    await endPreviousSecret(trx, change.id);
    await auditWebhook(trx, change.actor, webhook, { verb: 'end-secret' });
  });
  return readWebhook(deps, change);
}

/** Removes a webhook with what it has to send. Throws not_found, rate_limited. */
export async function removeWebhook(deps: WebhookDeps, change: WebhookChange): Promise<void> {
  await countChange(deps, change.actor);
  const removed = await transact(deps.db, async (trx) => {
    const webhook = await lockManagedWebhook(trx, change);
    await deleteWebhook(trx, change.id);
    await reportWebhook(deps, trx, webhook, { bad: false });
    await auditWebhook(trx, change.actor, webhook, { verb: 'delete', before: shown(webhook) });
    return webhook;
  });
  webhooksChanged(deps, removed);
}

/** Whether a webhook is off because nothing arrives, or its receiver wants no more, which is an alarm. */
export const reportWebhook = (
  { alarms }: Pick<Deps, 'alarms'>,
  trx: Kysely<Database>,
  { id, owner_id, company_id }: Pick<WebhookRow, 'id' | 'owner_id' | 'company_id'>,
  { bad }: { bad: boolean },
): Promise<void> =>
  alarms.report(trx, [{ kind: 'webhook_disabled', bad, owner_id, company_id, subject: `webhook:${id}` }]);

/** Of the address only the receiver: what follows it may be a secret. */
const shown = ({ name, url, events }: Pick<WebhookRow, 'name' | 'url' | 'events'>) => ({
  name,
  receiver: new URL(url).origin,
  events,
});

const sealed = ({ config }: Pick<Deps, 'config'>, secret: string): Buffer =>
  seal(config.SERVICE_SECRET, WEBHOOK_SECRET_PURPOSE, secret);

/** Records what somebody has done with a webhook; nothing of it is secret. */
export const auditWebhook = (
  trx: Kysely<Database>,
  actor: Actor,
  { id, owner_id, company_id }: Pick<WebhookRow, 'id' | 'owner_id' | 'company_id'>,
  { verb, ...sides }: { verb: string } & Pick<AuditEntry, 'before' | 'after' | 'details'>,
): Promise<void> =>
  audit(trx, actor, {
    action: `webhook.${verb}`,
    object_kind: 'webhook',
    object_id: id,
    company_id,
    owner_id,
    ...sides,
  });
