import { z } from 'zod';

/** What webhooks tell, and the form of their messages; see docs/product/webhooks.md. */

/** Each with what `data` of its message is about. */
const EVENTS = {
  'alarm.raised': 'an alarm has begun',
  'alarm.acknowledged': 'somebody takes care of an alarm',
  'alarm.cleared': 'an alarm is over',
  'announcement.started': 'something is said, or a schedule has begun',
  'announcement.ended': 'it has been heard, was stopped, or has failed',
  'emergency.started': 'an emergency or a drill has begun',
  'emergency.ended': 'all clear',
  'device.online': 'a device is there again',
  'device.offline': 'a device is gone',
  'device.firmware': 'a device runs another version',
  'run.started': 'a command is sent to many devices',
  'run.ended': 'it is over',
  'member.added': 'somebody has a role at a place',
  'member.changed': 'their role has changed',
  'member.ended': 'they have it no more',
  'trigger.started': 'a trigger has started what was prepared',
  'trigger.asking': 'a trigger waits for somebody to confirm',
} as const;
export type WebhookEvent = keyof typeof EVENTS;
export const WEBHOOK_EVENT_NAMES = Object.keys(EVENTS) as [WebhookEvent, ...WebhookEvent[]];
export const webhookEventSchema = z.enum(WEBHOOK_EVENT_NAMES).meta({ id: 'WebhookEvent' });

export const WEBHOOK_TEST = 'webhook.test';

/** Webhooks of an organisation. */
export const WEBHOOKS_MAX = 20;

/** Headers of Standard Webhooks, and how far the clock of a sender may be off, in seconds. */
export const WEBHOOK_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;
/** Time for which the previous secret stays valid. */
export const WEBHOOK_ROTATION_H = 24;
