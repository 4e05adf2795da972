import { z } from 'zod';
import { deviceStatusSchema } from '../../domain/device.ts';
import { reasonShape } from '../../domain/reasons.ts';
import { commandSchema } from '../../mqtt/commands.ts';
import { RESPONSE_PHASES } from '../../mqtt/messages.ts';
import { ANNOUNCEMENT_DELIVERY_STATES, ANNOUNCEMENT_RUN_KINDS } from '../../domain/announcements.ts';
import { deliveryStateSchema, serialParamsSchema } from '../commands/commands.ts';
import { timelinePosition, timelineTypeSchema } from './timeline-positions.ts';
import { endpoint } from '../endpoint.ts';

export const TIMELINE_PAGE_DEFAULT = 50;
export const TIMELINE_PAGE_MAX = 100;

const entryId = z
  .string()
  .max(70)
  .refine((id) => timelinePosition(id) !== null, 'No entry is called that')
  .describe('names an entry and its place in the order');

/** GET /devices/{serial}/timeline: `types` is a list with commas; `before` leaves the named entry out, `from` begins with it. */
export const timelineQuerySchema = z
  .object({
    types: z
      .string()
      .max(200)
      .transform((text) => [...new Set(text.split(',').map((type) => type.trim()))])
      .pipe(z.array(timelineTypeSchema).min(1))
      .optional(),
    before: entryId.optional(),
    from: entryId.optional(),
    limit: z.coerce.number().int().min(1).max(TIMELINE_PAGE_MAX).default(TIMELINE_PAGE_DEFAULT),
  })
  .refine(({ before, from }) => before === undefined || from === undefined, 'Either before or from')
  .meta({ id: 'TimelineQuery' });
export type TimelineQuery = z.infer<typeof timelineQuerySchema>;

const person = z
  .strictObject({ user_id: z.int(), name: z.string() })
  .nullable()
  .describe('null: nobody, or nobody whom the caller may know');
const moment = z.iso.datetime().nullable();
const common = { id: entryId, at: z.iso.datetime(), by: person };
/** The field of the types that a device can cause, whose further changes of the same day are not recorded. */
const limited = z.boolean().describe('further changes of this type are not recorded for a day');

export const timelineEntrySchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      ...common,
      type: z.literal('connection'),
      status: deviceStatusSchema,
      silent: z.boolean().describe('offline because nothing was heard of the device'),
      limited,
    }),
    z.strictObject({
      ...common,
      type: z.literal('command'),
      command: commandSchema,
      state: deliveryStateSchema,
      phase: z.enum(RESPONSE_PHASES).nullable(),
      sent_at: moment,
      accepted_at: moment,
      settled_at: moment,
      execution_time_ms: z.int().nullable(),
      error: z.string().nullable(),
      broadcast: z.boolean(),
    }),
    z.strictObject({
      ...common,
      type: z.literal('announcement'),
      run_id: z.uuid(),
      kind: z.enum(ANNOUNCEMENT_RUN_KINDS),
      title: z.string(),
      state: z.enum(ANNOUNCEMENT_DELIVERY_STATES),
      reason: z.string().nullable(),
      ...reasonShape,
      started_at: moment,
      finished_at: moment,
    }),
    z.strictObject({
      ...common,
      type: z.literal('configuration'),
      phase: z.enum(['saved', 'applied', 'rejected']),
      version: z.int(),
      rejected: z.record(z.string(), z.string()).describe('fields with the reasons of the device, 20 at most'),
      limited,
    }),
    z.strictObject({
      ...common,
      type: z.literal('firmware'),
      version: z.string(),
      previous: z.string().nullable(),
      limited,
    }),
    z.strictObject({
      ...common,
      type: z.literal('owner'),
      owned: z.boolean().describe('whether the device has had an owner since'),
      owner: person,
      previous: person.describe('for administrators only'),
      limited,
    }),
    z.strictObject({
      ...common,
      type: z.literal('binding'),
      bound: z.boolean(),
      company_id: z.int().nullable(),
      company_name: z.string().nullable(),
      limited,
    }),
    z.strictObject({
      ...common,
      type: z.literal('audit'),
      action: z.string(),
      fields: z.array(z.string()).describe('the names of what was changed'),
    }),
  ])
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

export const timelineSchema = z
  .strictObject({
    entries: z.array(timelineEntrySchema).describe('the newest first'),
    more: z.boolean().describe('older ones follow; `before` is the id of the last entry'),
  })
  .meta({ id: 'Timeline' });
export type Timeline = z.infer<typeof timelineSchema>;

export const timelineHttp = {
  read: endpoint({
    method: 'get',
    path: '/devices/{serial}/timeline',
    summary: 'What happened to a device, the newest first',
    description:
      'Connections, commands, announcements, configurations, versions, owners, bindings and audited acts; see DEV-60.',
    params: serialParamsSchema,
    query: timelineQuerySchema,
    answer: timelineSchema,
    errors: ['device_not_found'],
  }),
};
