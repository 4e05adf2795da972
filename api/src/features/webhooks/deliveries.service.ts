import { randomUUID } from 'node:crypto';
import { WEBHOOK_TEST } from '@belfry/schemas/domain/webhook-events';
import type { WebhookDelivery, WebhookDeliveryState } from '@belfry/schemas/http/webhooks';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { Reply, type Page, type Wire } from '../../http/routes/route.ts';
import { findDelivery, insertDelivery, listDeliveries, sendAgain } from './deliveries.repository.ts';
import type { WebhookRow } from './webhooks.repository.ts';
import { type WebhookChange, webhooks } from './webhooks.service.ts';

const BY_HAND = { hits: 30, windowSeconds: 60 };

/** Throws not_found. */
export async function readDeliveries(
  deps: Pick<Deps, 'db'>,
  change: WebhookChange,
  { state, ...page }: Page & { state: WebhookDeliveryState | undefined },
): Promise<Reply<Wire<WebhookDelivery>[]>> {
  await webhooks.read(deps.db, change);
  const { rows, total } = await listDeliveries(deps.db, { id: change.id, state }, page);
  return Reply.of(rows, { headers: { 'X-Total-Count': String(total) } });
}

/** Throws not_found, conflict for a webhook that is off, rate_limited. */
export const testWebhook = (
  deps: Pick<Deps, 'config' | 'db'>,
  change: WebhookChange,
): Promise<Reply<Wire<WebhookDelivery>>> =>
  sendByHand(deps, change, 'test', (trx, { id, company_id, name }) =>
    insertDelivery(trx, {
      webhook_id: id,
      type: WEBHOOK_TEST,
      order_key: `test:${randomUUID()}`,
      data: { webhook_id: id, name, company_id },
    }),
  );

/** Throws not_found, conflict for one that waits anyway or a webhook that is off, rate_limited. */
export const redeliver = (
  deps: Pick<Deps, 'config' | 'db'>,
  change: WebhookChange,
  deliveryId: number,
): Promise<Reply<Wire<WebhookDelivery>>> =>
  sendByHand(deps, change, 'redeliver', async (trx, { id }) => {
    const delivery = await findDelivery(trx, { id, delivery_id: deliveryId });
    if (!delivery) throw notFound('Delivery not found');
    if (delivery.state === 'waiting') throw new AppError('conflict', 'This message is sent anyway');
    await sendAgain(trx, { id, delivery_id: deliveryId });
    return deliveryId;
  });

async function sendByHand(
  deps: Pick<Deps, 'config' | 'db'>,
  change: WebhookChange,
  verb: 'test' | 'redeliver',
  send: (trx: Kysely<Database>, webhook: WebhookRow) => Promise<number>,
): Promise<Reply<Wire<WebhookDelivery>>> {
  const { id, actor } = change;
  await countAttempt(deps, [{ key: `webhook-messages:${actor.user.id}`, ...BY_HAND }], 'Too many messages.');
  const delivery = await transact(deps.db, async (trx) => {
    const { row: webhook } = await webhooks.lock(trx, change);
    if (!webhook.enabled) throw new AppError('conflict', 'This webhook is off. Please turn it on first.');
    const delivery_id = await send(trx, webhook);
    await webhooks.record(trx, actor, webhook, { verb, details: { delivery_id } });
    return findDelivery(trx, { id, delivery_id });
  });
  if (!delivery) throw notFound('Delivery not found');
  return Reply.of(delivery, { status: 202 });
}
