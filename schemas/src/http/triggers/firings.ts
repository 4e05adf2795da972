import { z } from 'zod';
import { firingStateSchema } from '../../domain/firings.ts';

/** How often one trigger starts something within a minute, and all at one node together that start no emergencies. */
export const TRIGGER_STARTS_PER_MINUTE = 10;
export const NODE_STARTS_PER_MINUTE = 60;
/** Time in which somebody may confirm. */
export const TRIGGER_ASKS_MINUTES = 15;

export const FIRING_SOURCES = ['hook', 'input', 'alarm', 'call', 'alert', 'test'] as const;
export type FiringSource = (typeof FIRING_SOURCES)[number];
export const firingSchema = z
  .strictObject({
    firing_id: z.int(),
    trigger_id: z.int(),
    name: z.string().describe('of the trigger'),
    company_id: z.int(),
    source: z.enum(FIRING_SOURCES),
    ends: z.boolean().describe('it ends what an earlier start has started, since the sender of the alert says so'),
    state: firingStateSchema,
    reason: z.string().nullable(),
    run_id: z.uuid().nullable().describe('the announcement that it has started'),
    details: z
      .record(z.string(), z.unknown())
      .describe('of the source: serial and input, id of the message, alarm, public alert'),
    at: z.iso.datetime(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable().describe('while it asks'),
    decided_by: z.string().nullable(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'TriggerFiring' });
export type TriggerFiring = z.infer<typeof firingSchema>;

export const askingFiringSchema = firingSchema
  .extend({
    asks: z.strictObject({
      action: z.enum(['message', 'emergency', 'all_clear', 'silence', 'ring', 'alert', 'scenario']),
      what: z.string().nullable().describe('the name of the message'),
      says: z.string().nullable().describe('the words in the first language'),
      place: z.string().describe('of the trigger'),
      sites: z
        .strictObject({ total: z.int(), names: z.array(z.string()) })
        .describe('the nodes above the devices that it would reach, as far as the caller reads them'),
      devices: z.int(),
      reachable: z.int().describe('of these, now'),
    }),
  })
  .meta({ id: 'AskingTrigger' });
export type AskingFiring = z.infer<typeof askingFiringSchema>;

/** What a hook answers; a repeated message gets the same answer, and starts nothing. */
export const hookAnswerSchema = z
  .strictObject({ firing_id: z.int(), state: firingStateSchema, repeated: z.boolean() })
  .meta({ id: 'HookAnswer' });
