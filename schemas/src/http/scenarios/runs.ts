import { z } from 'zod';
import { untypedSchema } from '../../domain/announcements.ts';
import { idTextSchema } from '../../domain/ids.ts';
import { endpoint } from '../endpoint.ts';
import { pageFields } from '../paging.ts';
import { SCENARIO_ACTION_KINDS, SCENARIO_ACTIONS_MAX } from './actions.ts';

/** Runs of scenarios: every action with its state, every recipient with its receipt. */

/** Time in which a second person may confirm. */
export const SCENARIO_CONFIRM_MINUTES = 5;
/** How often one scenario starts within a minute. */
export const SCENARIO_STARTS_PER_MINUTE = 10;
/** All scenarios of an organisation that start no emergency, and all others, within a day. */
export const SCENARIO_STARTS_PER_DAY = 500;
const RUNS_PAGE = 24;
export const SCENARIO_RECEIPTS_PAGE = 100;

export const SCENARIO_RUN_STATES = ['confirming', 'running', 'finished', 'ended', 'declined', 'expired'] as const;
/** waiting: it is not due; active: it goes on until it is ended; recorded: a drill; ended: by somebody; cancelled: before it began. */
export const SCENARIO_ACTION_STATES = [
  'waiting',
  'working',
  'active',
  'done',
  'failed',
  'ended',
  'cancelled',
  'recorded',
] as const;
export type ScenarioActionState = (typeof SCENARIO_ACTION_STATES)[number];
/** accepted: by the carrier, or the device; sent: to a loudspeaker that does not say whether it was heard; on, off, pulse: the output reports it; shown: by the display. */
export const SCENARIO_RECEIPT_STATES = [
  'queued',
  'accepted',
  'sent',
  'heard',
  'delivered',
  'acknowledged',
  'on',
  'off',
  'pulse',
  'shown',
  'failed',
] as const;
export const SCENARIO_RECEIPT_FILTERS = ['all', 'failed', 'unanswered'] as const;
export const SCENARIO_ANSWERS = ['have_it', 'safe', 'help'] as const;
export type ScenarioAnswer = (typeof SCENARIO_ANSWERS)[number];

export const scenarioReceiptSchema = z
  .strictObject({
    who: z.string(),
    state: z.enum(SCENARIO_RECEIPT_STATES),
    reason: z.string().nullable(),
    at: z.iso.datetime().nullable(),
    answer: z.enum(SCENARIO_ANSWERS).nullable(),
    answer_text: z.string().nullable(),
  })
  .meta({ id: 'ScenarioReceipt' });
export type ScenarioReceipt = z.infer<typeof scenarioReceiptSchema>;

const runFields = {
  scenario_run_id: z.uuid(),
  scenario_id: z.int().nullable().describe('null where the scenario was removed'),
  name: z.string(),
  company_id: z.int(),
  company_name: z.string(),
  state: z.enum(SCENARIO_RUN_STATES),
  drill: z.boolean(),
  source: z.enum(['person', 'trigger']),
  started_by: z.string().nullable().describe('name of the person, or of the trigger'),
  created_at: z.iso.datetime().describe('when it was pressed'),
  confirm_until: z.iso.datetime().nullable().describe('while a second person has to confirm it'),
  confirmed_by: z.string().nullable(),
  ended_at: z.iso.datetime().nullable(),
  ended_by: z.string().nullable(),
};
export const scenarioRunSummarySchema = z.strictObject(runFields).meta({ id: 'ScenarioRunSummary' });
export type ScenarioRunSummary = z.infer<typeof scenarioRunSummarySchema>;

export const scenarioRunSchema = z
  .strictObject({
    ...runFields,
    variables: z.record(z.string(), z.string()),
    may_confirm: z.boolean().describe('the caller may be the second person'),
    may_ask_again: z.boolean().describe('somebody has not answered whose link holds'),
    answers: z
      .strictObject({ asked: z.int(), have_it: z.int(), safe: z.int(), help: z.int(), open: z.int() })
      .nullable()
      .describe('people, however many messages they got; null where nobody was asked'),
    actions: z.array(
      z.strictObject({
        index: z.int(),
        kind: z.enum(SCENARIO_ACTION_KINDS),
        what: z
          .string()
          .describe(
            'the text as it was sent, its subject, or the name of what was said; until then, as far as it is known',
          ),
        untyped: untypedSchema,
        body: z.string().nullable().describe('the text of what has a subject'),
        state: z.enum(SCENARIO_ACTION_STATES),
        reason: z.string().nullable(),
        due_at: z.iso.datetime(),
        started_at: z.iso.datetime().nullable(),
        ended_at: z.iso.datetime().nullable(),
        run_id: z.uuid().nullable().describe('the announcement that it has started'),
        may_end: z.boolean().describe('it goes on, or waits; what was sent cannot be taken back'),
        total: z.int().describe('receipts'),
        failed: z.int(),
        open: z.int().describe('receipts that still change'),
        receipts: z
          .array(scenarioReceiptSchema)
          .describe('those that failed first; of people, only for those who may start or manage it'),
      }),
    ),
  })
  .meta({ id: 'ScenarioRun' });
export type ScenarioRun = z.infer<typeof scenarioRunSchema>;

const params = z.object({ scenario_run_id: z.uuid() });

export const scenarioRunsHttp = {
  list: endpoint({
    method: 'get',
    path: '/scenario-runs',
    summary: 'The runs of scenarios at nodes that the caller reads, the newest first',
    query: z.object({ ...pageFields(RUNS_PAGE), scenario_id: idTextSchema.optional() }),
    answer: z.array(scenarioRunSummarySchema),
    headers: { 'X-Total-Count': 'the number of all, counted up to 10,000' },
  }),
  read: endpoint({
    method: 'get',
    path: '/scenario-runs/{scenario_run_id}',
    summary: 'One run: every action with its state, every recipient with its receipt',
    params,
    query: z.object({ receipts: z.enum(['all', 'none']).default('all').describe('none: only how many there are') }),
    answer: scenarioRunSchema,
    errors: ['not_found', 'rate_limited'],
  }),
  receipts: endpoint({
    method: 'get',
    path: '/scenario-runs/{scenario_run_id}/receipts',
    summary: 'A page of the receipts of an action, those that failed first',
    params,
    query: z.object({
      ...pageFields(SCENARIO_RECEIPTS_PAGE),
      index: z.coerce
        .number()
        .int()
        .min(0)
        .max(SCENARIO_ACTIONS_MAX - 1),
      only: z
        .enum(SCENARIO_RECEIPT_FILTERS)
        .default('all')
        .describe('unanswered: of people who were asked and have answered no message'),
    }),
    answer: z.array(scenarioReceiptSchema),
    headers: { 'X-Total-Count': 'the number of all' },
    errors: ['not_found', 'rate_limited'],
  }),
  askAgain: endpoint({
    method: 'post',
    path: '/scenario-runs/{scenario_run_id}/ask-again',
    summary: 'Ask those again who have not answered, each in one message with a link of its own',
    params,
    answer: z.strictObject({ people: z.int() }).meta({ id: 'AskedAgain' }),
    status: 202,
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
  report: endpoint({
    method: 'get',
    path: '/scenario-runs/{scenario_run_id}/report.csv',
    summary: 'A row for each receipt, as a file',
    params,
    answer: z.file().mime('text/csv'),
    errors: ['not_found', 'rate_limited'],
  }),
  confirm: endpoint({
    method: 'post',
    path: '/scenario-runs/{scenario_run_id}/confirm',
    summary: 'Confirm a start as the second person',
    params,
    answer: scenarioRunSchema,
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
  decline: endpoint({
    method: 'post',
    path: '/scenario-runs/{scenario_run_id}/decline',
    summary: 'Do not start it',
    params,
    answer: scenarioRunSchema,
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
  end: endpoint({
    method: 'post',
    path: '/scenario-runs/{scenario_run_id}/end',
    summary: 'End what can be ended, in all channels, and say what cannot be taken back',
    params,
    answer: z
      .strictObject({
        ended: z.int().describe('actions'),
        kept: z
          .array(z.strictObject({ index: z.int(), kind: z.enum(SCENARIO_ACTION_KINDS), sent: z.int() }))
          .describe('what was sent already'),
      })
      .meta({ id: 'EndedScenarioRun' }),
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
} as const;
