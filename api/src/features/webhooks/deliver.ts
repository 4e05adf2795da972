import { z } from 'zod';
import { auditAsSystem } from '../../audit/audit-log.repository.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { defineQueue, type JobContext } from '../../jobs/index.ts';
import { unseal } from '../../lib/seal.ts';
import { signedHeaders } from '../../lib/standard-webhooks.ts';
import { type DueDelivery, findDue, markDelivered, markTried } from './deliveries.repository.ts';
import { isLastAttempt, retryDelayMs } from './retry-plan.ts';
import {
  findForSending,
  noteArrival,
  noteFailure,
  releaseWebhook,
  turnOff,
  type SendingWebhook,
} from './sending.repository.ts';
import type { Attempt } from './webhook-sender.ts';
import { reportWebhook, WEBHOOK_SECRET_PURPOSE, webhooksChanged } from './webhooks.service.ts';

type DeliverDeps = Pick<Deps, 'alarms' | 'config' | 'db' | 'events' | 'log' | 'webhookSender'>;

/** One webhook does not keep others waiting for longer; what is left is sent by its next job. */
const PASS_MS = 30_000;
/** Messages that are under way to one receiver. Those of one device are never. */
const AT_ONCE = 4;

/** Sends what a webhook has. It is not repeated: what was not sent is due again. */
export const WEBHOOK_JOBS = defineQueue('webhooks', {
  schema: z.strictObject({ webhook_id: z.int() }),
  concurrency: 8,
  batch: 1,
  retries: 0,
  retryDelayS: 1,
  timeoutS: 60,
});

/**
 * Sends the deliveries of a webhook that are due, in the order of each key, until none is left or the receiver is away. A receiver that is
 * away, or was away at the last attempt, gets one message, which tells whether it is back.
 */
export async function deliverWebhook(
  deps: DeliverDeps,
  { webhook_id }: { webhook_id: number },
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const until = Date.now() + PASS_MS;
  try {
    while (Date.now() < until && !signal.aborted) {
      const webhook = await findForSending(deps.db, webhook_id);
      const probe = webhook !== undefined && webhook.failures > 0;
      const due = webhook ? await findDue(deps.db, webhook_id, { limit: probe ? 1 : AT_ONCE, probe }) : [];
      if (!webhook || due.length === 0) return;
      const attempts = await Promise.all(due.map((delivery) => sendOne(deps, webhook, delivery)));
      if (attempts.some(({ outcome }) => outcome === 'delivered')) await noteArrival(deps.db, webhook_id);
      const stopping = attempts.find(({ outcome }) => outcome === 'away' || outcome === 'gone');
      if (stopping) return await stopSending(deps, webhook, stopping);
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
    nextAt: isOver ? null : new Date(now.getTime() + retryDelayMs(attempts + 1)),
  });
  if (attempt.outcome === 'rejected') await noteFailed(deps, webhook, { counts: false });
  return attempt;
}

/** The first failure of a message and the one of its webhook that follows from it are so close. */
const SAME_FAILURE_MS = 60_000;

/** Whether a message that does not arrive is given up. Where nothing has arrived since its first attempt, it is the webhook that is. */
function isGivenUp({ failing_since }: SendingWebhook, { first_tried_at }: DueDelivery, now: Date): boolean {
  if (!first_tried_at || !isLastAttempt(first_tried_at, now)) return false;
  return failing_since === null || failing_since.getTime() - first_tried_at.getTime() > SAME_FAILURE_MS;
}

/** The present secret, and for some time the one before. */
const secretsOf = ({ config }: DeliverDeps, { secret, previous_secret }: SendingWebhook): string[] =>
  [secret, previous_secret].flatMap(
    (sealed) => (sealed && unseal(config.SERVICE_SECRET, WEBHOOK_SECRET_PURPOSE, sealed)) ?? [],
  );

async function stopSending(deps: DeliverDeps, webhook: SendingWebhook, { outcome }: Attempt): Promise<void> {
  if (outcome === 'gone') await disable(deps, webhook, 'gone');
  else await noteFailed(deps, webhook, { counts: true });
}

/** Notes a failure; the webhook is turned off where nothing has arrived for 24 hours. @param counts whether it waits as a whole */
async function noteFailed(deps: DeliverDeps, webhook: SendingWebhook, { counts }: { counts: boolean }): Promise<void> {
  const now = new Date();
  const delayMs = counts ? retryDelayMs(webhook.failures + 1) : null;
  const since = await noteFailure(deps.db, webhook.id, delayMs);
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
