import { z } from 'zod';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { REASON_CODES } from '../../domain/reasons.ts';
import { scheduleBodySchema, calendarQuerySchema, occurrenceSchema } from './schedules.ts';
import { endpoint } from '../endpoint.ts';

/** GET /schedules/dry-run, and POST with a schedule that is not saved; see ANN-10. */
export const dryRunQuerySchema = z.object({
  company_id: idTextSchema,
  at: z.iso.datetime({ local: true, offset: true }).describe('without an offset it is in the zone of the node'),
});
export const DRY_RUN_REASONS = [
  'begins',
  'lasts',
  'day_programme',
  'disabled',
  'excepted',
  'silenced',
  'quiet',
  'lower_priority',
  'began_earlier',
  'schedule_above',
] as const;
export type DryRunReason = (typeof DRY_RUN_REASONS)[number];
const heardSchema = z.strictObject({
  source: z.enum(['schedule', 'day_programme']),
  schedule_id: z.int().nullable(),
  name: z.string(),
  type: z.string(),
  at: z.iso.datetime(),
  until: z.iso.datetime().nullable(),
  plays: z.boolean(),
  reason: z.string().describe('why it plays, or why not'),
  reason_code: z
    .enum([...DRY_RUN_REASONS, ...REASON_CODES])
    .nullable()
    .describe('of a schedule with a problem the code of that'),
  reason_params: z.record(z.string(), z.string()),
  draft: z.boolean().describe('the schedule that is not saved'),
});
const conflictSchema = z.strictObject({
  code: z.enum(['silenced', 'overlap']),
  schedule_ids: z.array(z.int()).describe('of the saved ones'),
  names: z.array(z.string()).describe('of those that overlap, or of the one that is silenced'),
  winner: z.string().describe('the name of the one that plays, or that silences'),
  text: z.string(),
});
export const dryRunSchema = z
  .strictObject({
    company_id: z.int(),
    at: z.iso.datetime(),
    time_zone: z.string(),
    language: z.string(),
    voice: z.string(),
    volume_max: z.int(),
    quiet: z.boolean(),
    heard: z.array(heardSchema),
    conflicts: z.array(conflictSchema),
  })
  .meta({ id: 'DryRun' });
export type DryRun = z.infer<typeof dryRunSchema>;
export const dryRunBodySchema = z
  .strictObject({ ...dryRunQuerySchema.shape, schedule: scheduleBodySchema, schedule_id: idSchema.optional() })
  .meta({ id: 'DryRunBody' });

export const calendarHttp = {
  calendar: endpoint({
    method: 'get',
    path: '/schedules/calendar',
    summary: 'What happens when, in local time, what is disabled or skipped as well; 42 days at most',
    description: 'Of the caller, of the owner of the node, or for administrators of the owner `user_id`.',
    query: calendarQuerySchema,
    answer: z.array(occurrenceSchema),
    errors: ['forbidden', 'user_not_found', 'not_found', 'unprocessable', 'rate_limited'],
  }),
  dryRun: endpoint({
    method: 'get',
    path: '/schedules/dry-run',
    summary: 'What a node hears in a minute, and why',
    query: dryRunQuerySchema,
    answer: dryRunSchema,
    errors: ['not_found', 'unprocessable', 'rate_limited'],
  }),
  dryRunDraft: endpoint({
    method: 'post',
    path: '/schedules/dry-run',
    summary: 'The same with a schedule that is not saved; with schedule_id in place of the saved one',
    body: dryRunBodySchema,
    answer: dryRunSchema,
    errors: ['not_found', 'unprocessable', 'rate_limited'],
  }),
};
