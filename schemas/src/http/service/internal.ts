import { z } from 'zod';
import { DEVICE_PASS_MAX } from '../../domain/limits.ts';
import { serialSchema } from '../../domain/serial.ts';
import { PAGE_MQTT_DEVICES_MAX } from '../live-pages/live-pages.ts';
import { endpoint } from '../endpoint.ts';

export const brokerAuthRequestSchema = z.object({
  clientid: z.string().max(256),
  username: z.string().max(256),
  password: z.string().max(1024),
  peerhost: z.string().max(64).optional(),
  protocol: z.string().max(16).optional(),
});
export type BrokerAuthRequest = z.infer<typeof brokerAuthRequestSchema>;

export const aclRuleSchema = z.object({
  permission: z.literal('allow'),
  action: z.enum(['publish', 'subscribe']),
  topic: z.string(),
});

export const brokerAuthAnswerSchema = z.discriminatedUnion('result', [
  z.object({ result: z.literal('deny') }),
  z.object({
    result: z.literal('allow'),
    is_superuser: z.boolean(),
    client_attrs: z.object({
      kind: z.enum(['device', 'console']),
      id: z.string().describe('serial, or user id in decimal'),
    }),
    acl: z.array(aclRuleSchema),
  }),
]);
export type BrokerAuthAnswer = z.infer<typeof brokerAuthAnswerSchema>;

/** The most clients in one call, which fit into a body of 100 kB. */
export const AUTH_BATCH_MAX = 32;
export const brokerAuthBatchRequestSchema = z.object({
  clients: z.array(brokerAuthRequestSchema).min(1).max(AUTH_BATCH_MAX),
});
export const brokerAuthBatchAnswerSchema = z.object({
  answers: z.array(brokerAuthAnswerSchema.nullable()).describe('in the order of the clients; null: failed, ask again'),
});

const twinPlaceSchema = z.object({
  peer: z.string().max(64).describe('the address of the connection'),
  ip: z.string().max(64).nullable().describe('the address that the device has reported; null: unknown'),
});
/** POST /internal/broker/twins: two devices have one key. `stays` is connected, `refused` is not admitted while it is. */
export const brokerTwinsSchema = z.object({ serial: serialSchema, stays: twinPlaceSchema, refused: twinPlaceSchema });
/** A refused device tries again every few minutes, and is forgotten this long after its last attempt. */
export const TWINS_REMEMBERED_MS = 15 * 60_000;
export type BrokerTwins = z.infer<typeof brokerTwinsSchema>;

/** POST {broker}/internal/connections/disconnect: drops all connections of these credentials immediately. */
export const disconnectBodySchema = z.object({
  kind: z.enum(['device', 'console']),
  ids: z.array(z.string().max(64)).min(1).max(10_000),
});
export type DisconnectBody = z.infer<typeof disconnectBodySchema>;

/**
 * PUT {broker}/internal/pages/{page_id}: only these devices may subscribe to the frames of the live page, until it expires. The subscriptions of
 * those that the list before had and this one has not end at once. DELETE ends all.
 */
export const pageInvitationsSchema = z.object({
  serials: z.array(serialSchema).max(PAGE_MQTT_DEVICES_MAX),
  expires_at: z.iso.datetime(),
});
export type PageInvitations = z.infer<typeof pageInvitationsSchema>;

/** POST /internal/devices/provision: creates devices; existing ones do not change unless `reset`. */
export const provisionBodySchema = z.object({
  devices: z
    .array(
      z.object({
        serial: serialSchema,
        pass: z.string().min(1).max(DEVICE_PASS_MAX),
        note: z.string().max(200).optional(),
      }),
    )
    .min(1)
    .max(10_000),
  reset: z.boolean().default(false).describe('take the key away from existing ones, so that they can enrol again'),
});
export type ProvisionBody = z.infer<typeof provisionBodySchema>;
export const provisionAnswerSchema = z.object({ created: z.int(), reset: z.int() });

export const brokerAccessHttp = {
  authenticate: endpoint({
    method: 'post',
    path: '/broker/authenticate',
    summary: 'Authenticate a client of the broker and return its access list',
    body: brokerAuthRequestSchema,
    answer: brokerAuthAnswerSchema,
  }),
  authenticateBatch: endpoint({
    method: 'post',
    path: '/broker/authenticate-batch',
    summary: 'Authenticate several clients of the broker at once',
    body: brokerAuthBatchRequestSchema,
    answer: brokerAuthBatchAnswerSchema,
  }),
  twins: endpoint({
    method: 'post',
    path: '/broker/twins',
    summary: 'Tell that two devices have one key; again while the other goes on to try',
    body: brokerTwinsSchema,
    answer: null,
  }),
};

export const internalHttp = {
  provision: endpoint({
    method: 'post',
    path: '/devices/provision',
    summary: 'Provision devices; existing ones do not change unless `reset`',
    body: provisionBodySchema,
    answer: provisionAnswerSchema,
  }),
};
