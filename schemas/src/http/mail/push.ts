import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { endpoint } from '../endpoint.ts';

/** Messages to the browsers of a person (Web Push); see docs/product/mail.md. */

/** Browsers of one person; another one replaces the one that has been there longest without a message. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;
const ENDPOINT_MAX = 1_000;

/** An uncompressed point of P-256 and 16 random bytes in base64url, as browsers give them. */
const base64url = (bytes: number) => {
  const letters = Math.ceil((bytes * 4) / 3);
  return z.string().regex(new RegExp(`^[\\w-]{${letters}}={0,2}$`), 'This is not what a browser gives');
};
const endpointUrl = z.url({ protocol: /^https?$/ }).max(ENDPOINT_MAX);

export const pushSubscriptionSchema = z
  .strictObject({
    subscription_id: z.int(),
    browser: z.string().nullable().describe('null: unknown'),
    system: z.string().nullable().describe('null: unknown'),
    created_at: z.iso.datetime(),
    last_success_at: z.iso.datetime().nullable().describe('when its push service has taken a message last'),
    current: z.boolean().describe('whether it is the browser of the session of the call'),
  })
  .meta({ id: 'PushSubscription' });
export type PushSubscriptionRow = z.infer<typeof pushSubscriptionSchema>;

export const newPushSubscriptionBodySchema = z
  .strictObject({
    endpoint: endpointUrl.describe('the address at the push service'),
    p256dh: base64url(65).describe('the public key of the browser'),
    auth: base64url(16).describe('the secret of the browser; it is never answered'),
  })
  .meta({ id: 'NewPushSubscriptionBody' });
export type NewPushSubscription = z.infer<typeof newPushSubscriptionBodySchema>;

export const pushTestSchema = z
  .strictObject({
    delivered: z.boolean().describe('whether the push service has taken it'),
    error: z.string().nullable().describe('why not'),
  })
  .meta({ id: 'PushTest' });

const subscriptionParams = z.object({ subscription_id: idTextSchema });

export const pushHttp = {
  key: endpoint({
    method: 'get',
    path: '/push/key',
    summary: 'The public key with which browsers subscribe (VAPID)',
    answer: z.strictObject({ public_key: z.string() }).meta({ id: 'PushKey' }),
  }),
  list: endpoint({
    method: 'get',
    path: '/push/subscriptions',
    summary: 'The browsers that take messages for the caller, the newest first',
    answer: z.array(pushSubscriptionSchema).max(PUSH_SUBSCRIPTIONS_MAX),
  }),
  subscribe: endpoint({
    method: 'post',
    path: '/push/subscriptions',
    summary: 'Take messages for the caller in this browser',
    description:
      'Who had it before gets nothing in it any more. It ends with the sign-out of the session, and with a new password.',
    body: newPushSubscriptionBodySchema,
    answer: pushSubscriptionSchema,
    status: 201,
    errors: ['forbidden', 'unprocessable', 'rate_limited'],
  }),
  renew: endpoint({
    method: 'post',
    path: '/push/subscriptions/renew',
    summary: 'Say that a browser is still used by the caller, with the session of the call',
    description: 'One of somebody else ends, since another person uses that browser now.',
    body: z.strictObject({ endpoint: endpointUrl }).meta({ id: 'RenewPushSubscriptionBody' }),
    answer: pushSubscriptionSchema,
    errors: ['not_found', 'forbidden', 'rate_limited'],
  }),
  test: endpoint({
    method: 'post',
    path: '/push/subscriptions/{subscription_id}/test',
    summary: 'Send a test message to a browser of the caller',
    params: subscriptionParams,
    answer: pushTestSchema,
    errors: ['not_found', 'forbidden', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/push/subscriptions/{subscription_id}',
    summary: 'Send nothing to a browser of the caller any more',
    params: subscriptionParams,
    answer: null,
    errors: ['not_found', 'forbidden', 'rate_limited'],
  }),
};
