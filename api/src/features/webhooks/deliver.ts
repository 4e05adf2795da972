import { auditAsSystem } from '../../audit/audit-log.repository.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { unseal } from '../../lib/seal.ts';
import { signedHeaders } from '../../lib/standard-webhooks.ts';
import { type DueDelivery, findDue, markDelivered, markTried } from './deliveries.repository.ts';
import { isLastAttempt, retryDelayMs } from './retry-plan.ts';
import {
  claimWebhook,
  findForSending,
  noteArrival,
  noteFailure,
  releaseWebhook,
  turnOff,
  type SendingWebhook,
} from './sending.repository.ts';
import type { Attempt } from './webhook-sender.ts';
import { reportWebhook, WEBHOOK_SECRET_PURPOSE, webhooksChanged } from './webhooks.service.ts';

export type DeliverDeps = Pick<Deps, 'alarms' | 'config' | 'db' | 'events' | 'log' | 'webhookSender'>;

/** One webhook does not keep others waiting for longer, but for the messages that are under way; what is left is sent in its next turn. */
const PASS_MS = 5_000;
/** A receiver that takes so long for its messages has its next ones in its next turn. */
const SLOW_MS = 1_000;
/** Messages that are under way to one receiver. Those of one device are never. */
const AT_ONCE = 4;

/**
 * Sends the deliveries of a webhook that are due, in the order of each key, until none is left, the receiver is away or slow, or its turn is over. A receiver that is
 * away, or was away at the last attempt, gets one message, which tells whether it is back.
 */
export async function deliverWebhook(deps: DeliverDeps, webhook_id: number, signal: AbortSignal): Promise<void> {
  if (!(await claimWebhook(deps.db, webhook_id))) return;
  const until = performance.now() + PASS_MS;
  try {
    for (let tookMs = 0; tookMs < SLOW_MS && performance.now() < until && !signal.aborted;) {
      const startedAt = performance.now();
      const webhook = await findForSending(deps.db, webhook_id);
      const probe = webhook !== undefined && webhook.failures > 0;
      const due = webhook ? await findDue(deps.db, webhook_id, { limit: probe ? 1 : AT_ONCE, probe }) : [];
      if (!webhook || due.length === 0) return;
      const attempts = await Promise.all(due.map((delivery) => sendOne(deps, webhook, delivery)));
      if (attempts.some(({ outcome }) => outcome === 'delivered')) await noteArrival(deps.db, webhook_id);
      const failed = attempts.filter((attempt) => attempt.outcome !== 'delivered');
      if (failed.some(({ outcome }) => outcome === 'gone')) return await disable(deps, webhook, 'gone');
      if (failed.some(({ outcome }) => outcome === 'away')) {
        const retryAfterMs = Math.max(...failed.map((attempt) => attempt.retryAfterMs ?? 0));
        return await noteFailed(deps, webhook, { waitMs: Math.max(retryDelayMs(webhook.failures + 1), retryAfterMs) });
      }
      tookMs = performance.now() - startedAt;
    }
  } finally {
    await releaseWebhook(deps.db, webhook_id);
  }
}

async function sendOne(deps: DeliverDeps, webhook: SendingWebhook, delivery: DueDelivery): Promise<Attempt> {
  const { delivery_id, message_id, type, data, at, attempts } = delivery;
  const message = {
    id: message_id,
    timestamp: Math.floor(Date.now() / 1_000),
    body: JSON.stringify({ type, timestamp: at, data }),
  };
  const headers = signedHeaders(message, secretsOf(deps, webhook));
  const attempt = await deps.webhookSender.send(webhook.url, { headers, body: message.body });
  if (attempt.outcome === 'delivered') {
    await markDelivered(deps.db, delivery_id, attempt.status);
    return attempt;
  }
  const now = new Date();
  const isOver = attempt.outcome !== 'gone' && isGivenUp(webhook, delivery, now);
  await markTried(deps.db, {
    webhookId: webhook.id,
    delivery,
    status: attempt.status,
    error: attempt.error,
    nextAt: isOver ? null : new Date(now.getTime() + Math.max(retryDelayMs(attempts + 1), attempt.retryAfterMs ?? 0)),
  });
  if (attempt.outcome === 'rejected') await noteFailed(deps, webhook, { waitMs: null });
  return attempt;
}

/** The first failure of a message and the one of its webhook that follows from it are so close. */
const SAME_FAILURE_MS = 60_000;

/** Whether a message that does not arrive is given up. Where nothing has arrived since its first attempt, it is the webhook that is. */
function isGivenUp({ failing_since }: SendingWebhook, { first_tried_at }: DueDelivery, now: Date): boolean {
  if (!first_tried_at || !isLastAttempt(first_tried_at, now)) return false;
  return failing_since === null || failing_since.getTime() - first_tried_at.getTime() > SAME_FAILURE_MS;
}

const secretsOf = ({ config }: DeliverDeps, { secret, previous_secret }: SendingWebhook): string[] =>
  [secret, previous_secret].flatMap(
    (sealed) => (sealed && unseal(config.SERVICE_SECRET, WEBHOOK_SECRET_PURPOSE, sealed)) ?? [],
  );

/** Notes a failure; the webhook is turned off where nothing has arrived for 24 hours. @param waitMs for how long it waits as a whole, if it does */
async function noteFailed(
  deps: DeliverDeps,
  webhook: SendingWebhook,
  { waitMs }: { waitMs: number | null },
): Promise<void> {
  const now = new Date();
  const since = await noteFailure(deps.db, webhook.id, waitMs);
  if (since && isLastAttempt(since, now)) await disable(deps, webhook, 'failing');
}

async function disable(deps: DeliverDeps, webhook: SendingWebhook, reason: 'failing' | 'gone'): Promise<void> {
  await transact(deps.db, async (trx) => {
    if (!(await turnOff(trx, webhook.id, reason))) return;
    const { id, owner_id, company_id, name } = webhook;
    const entry = { action: 'webhook.disable', object_kind: 'webhook', object_id: id, owner_id, company_id } as const;
    await auditAsSystem(trx, [{ ...entry, details: { name, reason } }]);
    await reportWebhook(deps, trx, webhook, { bad: true });
  });
  webhooksChanged(deps, webhook);
  deps.log.warn({ webhook_id: webhook.id, reason }, 'a webhook was turned off');
}
