import { z } from 'zod';
import { idTextSchema } from '../../domain/ids.ts';
import { alarmSchema } from '../alarms/alarms.ts';
import { receiptSchema } from '../announcements/receipts.ts';
import { auditEntrySchema } from '../audit.ts';
import { commandRunSchema } from '../command-runs/runs.ts';
import { endpoint } from '../endpoint.ts';
import { outboxItemSchema } from '../mail/outbox.ts';
import { scenarioRunSummarySchema } from '../scenarios/runs.ts';
import { askingFiringSchema } from '../triggers/firings.ts';

/** What happened, and what needs somebody, in one list; see docs/product/activity.md. */

export const ACTIVITY_VIEWS = ['needs', 'all', 'said', 'scenarios', 'alarms', 'changes', 'messages'] as const;
export type ActivityView = (typeof ACTIVITY_VIEWS)[number];
/** Rows that need somebody; further ones are in the other views. */
export const NEEDS_MAX = 100;
export const ACTIVITY_TEXT_MAX = 100;
/** More than a window shows; each announcement is counted over all of its loudspeakers. */
const ROWS = 20;

export const activityQuerySchema = z
  .object({
    view: z.enum(ACTIVITY_VIEWS).default('all').describe('`needs`: what nobody has taken care of, the worst first'),
    company_id: idTextSchema.optional().describe('at this place and below it; messages have no place'),
    from: z.iso.datetime({ offset: true }).optional().describe('not for `needs`'),
    to: z.iso.datetime({ offset: true }).optional().describe('exclusive'),
    q: z.string().trim().max(ACTIVITY_TEXT_MAX).default('').describe('part of a name'),
    after: z.string().max(200).optional().describe('`next` of the page before'),
    limit: z.coerce.number().int().min(1).max(NEEDS_MAX).default(ROWS),
  })
  .meta({ id: 'ActivityQuery' });
export type ActivityQuery = z.output<typeof activityQuerySchema>;

const rowOf = <const K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({
    kind: z.literal(kind),
    id: z.string().describe('of all rows, as `alarm:7`'),
    at: z.iso.datetime(),
    ...shape,
  });

export const activityRowSchema = z
  .discriminatedUnion('kind', [
    rowOf('said', { receipt: receiptSchema, by: z.string().nullable().describe('who has started it') }),
    rowOf('scenario', { run: scenarioRunSummarySchema }),
    rowOf('alarm', { alarm: alarmSchema }),
    rowOf('question', { question: askingFiringSchema }),
    rowOf('change', { change: auditEntrySchema }),
    rowOf('commands', { run: commandRunSchema }),
    rowOf('message', {
      message: outboxItemSchema,
      to: z.string().nullable().describe('the person whom a text message is for'),
      text: z.string().nullable().describe('of a text message that the caller has sent'),
    }),
  ])
  .meta({ id: 'ActivityRow' });
export type ActivityRow = z.infer<typeof activityRowSchema>;
export type ActivityRowOf<K extends ActivityRow['kind']> = Extract<ActivityRow, { kind: K }>;

export const activitySchema = z
  .strictObject({
    rows: z.array(activityRowSchema),
    next: z.string().nullable().describe('`after` of the next page; null: there is none'),
    needs: z.int().min(0).nullable().describe('how many rows need somebody; null behind the first page'),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof activitySchema>;

export const activityHttp = {
  list: endpoint({
    method: 'get',
    path: '/activity',
    summary:
      'What was said, what was wrong, what was changed and which messages were sent, as far as the caller reads each, the newest first',
    query: activityQuerySchema,
    answer: activitySchema,
    errors: ['invalid_input', 'rate_limited'],
  }),
};
