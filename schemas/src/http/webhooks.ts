import { z } from 'zod';
import { line } from '../domain/line.ts';
import { idSchema, idTextSchema } from '../domain/ids.ts';
import { MAX_INT4 } from '../domain/limits.ts';
import { WEBHOOK_EVENT_NAMES, webhookEventSchema } from '../domain/webhook-events.ts';
import { endpoint } from './endpoint.ts';
import { pageFields } from './paging.ts';
import { revisionSchema } from './revision.ts';

/** Webhooks of an organisation; see docs/product/webhooks.md. */

export const WEBHOOK_NAME_MAX = 60;
const URL_MAX = 500;
const DELIVERIES_PAGE = 24;

const urlSchema = z
  .string('Address is required')
  .trim()
  .max(URL_MAX, `An address has ${URL_MAX} characters at most`)
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  }, 'Expected an address such as https://tickets.example/hook, without a user name and password');

const fields = {
  name: line('Name is required')
    .min(1, 'Name is required')
    .max(WEBHOOK_NAME_MAX, `A name has ${WEBHOOK_NAME_MAX} characters at most`),
  url: urlSchema,
  events: z
    .array(webhookEventSchema)
    .min(1, 'Choose what the webhook tells')
    .max(WEBHOOK_EVENT_NAMES.length)
    .transform((names) => [...new Set(names)]),
};

export const WEBHOOK_DISABLED_REASONS = ['person', 'failing', 'gone', 'creator'] as const;

export const webhookSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    url: z.string(),
    events: z.array(webhookEventSchema),
    company_id: z.int().describe('the node about which, and about everything below it, the webhook tells'),
    company_name: z.string(),
    enabled: z.boolean(),
    disabled_reason: z
      .enum(WEBHOOK_DISABLED_REASONS)
      .nullable()
      .describe(
        'person: somebody turned it off; failing: nothing arrived for 24 hours; gone: the receiver answered 410; creator: whoever made it may not any more',
      ),
    disabled_at: z.iso.datetime().nullable(),
    failing_since: z.iso.datetime().nullable().describe('the first failure since something arrived'),
    waiting: z.int().describe('deliveries that have not arrived yet'),
    previous_secret_until: z.iso.datetime().nullable().describe('until then messages carry two signatures'),
    created_by: z.string().nullable().describe('name; null where that account is gone'),
    created_at: z.iso.datetime(),
    last_delivered_at: z.iso.datetime().nullable(),
    revision: revisionSchema,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhookSchema>;

const secretFields = { secret: z.string().describe('`whsec_…`, in this answer only') };

export const newWebhookBodySchema = z.strictObject({ ...fields, company_id: idSchema }).meta({ id: 'NewWebhookBody' });
export type NewWebhookBody = z.output<typeof newWebhookBodySchema>;
export const changeWebhookBodySchema = z
  .strictObject({ ...fields, enabled: z.boolean(), revision: revisionSchema })
  .meta({ id: 'ChangeWebhookBody' });
export type ChangeWebhookBody = z.output<typeof changeWebhookBodySchema>;

/** waiting: for its first or next attempt; failed: given up after 24 hours, or because the webhook ended. */
export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export const webhookDeliveryStateSchema = z.enum(WEBHOOK_DELIVERY_STATES).meta({ id: 'WebhookDeliveryState' });
export type WebhookDeliveryState = z.infer<typeof webhookDeliveryStateSchema>;

export const webhookDeliverySchema = z
  .strictObject({
    delivery_id: z.int(),
    message_id: z.string().describe('the header `webhook-id`, the same in every attempt'),
    type: z.string().describe('an event, or `webhook.test`'),
    state: webhookDeliveryStateSchema,
    payload: z.record(z.string(), z.unknown()).describe('the body: `type`, `timestamp` and `data`'),
    attempts: z.int(),
    next_at: z.iso.datetime().nullable().describe('of the next attempt, unless something before it waits'),
    last_status: z.int().nullable().describe('the HTTP status of the last answer'),
    last_error: z.string().nullable().describe('why the last attempt has failed'),
    created_at: z.iso.datetime(),
    delivered_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

const params = z.object({ id: idTextSchema });
/** Deliveries may be more than ids of other tables can count. */
const deliveryParams = params.extend({
  delivery_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});
const listQuery = z.object({ company_id: z.coerce.number().int().min(1).max(MAX_INT4).optional() });
const deliveriesQuery = z.object({ state: webhookDeliveryStateSchema.optional(), ...pageFields(DELIVERIES_PAGE) });

export const webhooksHttp = {
  list: endpoint({
    method: 'get',
    path: '/webhooks',
    summary: 'The webhooks at nodes that the caller manages, or those of one node and below it',
    query: listQuery,
    answer: z.array(webhookSchema),
  }),
  create: endpoint({
    method: 'post',
    path: '/webhooks',
    summary: 'Add a webhook; its secret is in this answer only',
    description:
      'Messages follow Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, signed with the secret. Private addresses need `WEBHOOK_ALLOW`.',
    body: newWebhookBodySchema,
    answer: webhookSchema.extend(secretFields).meta({ id: 'CreatedWebhook' }),
    status: 201,
    errors: ['not_found', 'forbidden', 'unprocessable', 'rate_limited'],
  }),
  read: endpoint({
    method: 'get',
    path: '/webhooks/{id}',
    summary: 'One webhook',
    params,
    answer: webhookSchema,
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'put',
    path: '/webhooks/{id}',
    summary: 'Change a webhook, or turn it on or off',
    description: 'One that is turned on again sends what waits, oldest first.',
    params,
    body: changeWebhookBodySchema,
    answer: webhookSchema,
    errors: ['not_found', 'unprocessable', 'edit_conflict', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/webhooks/{id}',
    summary: 'Remove a webhook with its deliveries',
    params,
    answer: null,
    errors: ['not_found', 'rate_limited'],
  }),
  rotate: endpoint({
    method: 'post',
    path: '/webhooks/{id}/secret',
    summary: 'Make another secret; the one before is valid for 24 hours as well',
    params,
    answer: webhookSchema.extend(secretFields).meta({ id: 'RotatedWebhook' }),
    errors: ['not_found', 'rate_limited'],
  }),
  endPrevious: endpoint({
    method: 'delete',
    path: '/webhooks/{id}/secret',
    summary: 'End the secret before the present one now',
    params,
    answer: webhookSchema,
    errors: ['not_found', 'rate_limited'],
  }),
  test: endpoint({
    method: 'post',
    path: '/webhooks/{id}/test',
    summary: 'Send the message `webhook.test`',
    params,
    answer: webhookDeliverySchema,
    status: 202,
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
  deliveries: endpoint({
    method: 'get',
    path: '/webhooks/{id}/deliveries',
    summary: 'What a webhook has sent and has to send, the newest first',
    params,
    query: deliveriesQuery,
    answer: z.array(webhookDeliverySchema),
    headers: { 'X-Total-Count': 'the number of all, counted up to 10,000' },
    errors: ['not_found'],
  }),
  redeliver: endpoint({
    method: 'post',
    path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    summary: 'Send a message again, with the same id',
    params: deliveryParams,
    answer: webhookDeliverySchema,
    status: 202,
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
};
