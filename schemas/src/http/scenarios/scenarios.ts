import { z } from 'zod';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { MAX_INT4 } from '../../domain/limits.ts';
import { line } from '../../domain/line.ts';
import { endpoint } from '../endpoint.ts';
import { revisionSchema } from '../revision.ts';
import {
  SCENARIO_ACTION_KINDS,
  SCENARIO_ACTIONS_MAX,
  SCENARIO_COLOURS,
  scenarioActionSchema,
  storedScenarioActionSchema,
} from './actions.ts';
import { scenarioRunSchema } from './runs.ts';

/** Scenarios: one press, all channels; see docs/product/scenarios.md. */

export const SCENARIOS_MAX = 100;
export const SCENARIO_NAME_MAX = 60;
export const SCENARIO_ICONS = ['bell', 'fire', 'lock', 'storm', 'medical', 'door', 'people', 'check', 'info'] as const;
const VARIABLES_MAX = 20;
const VARIABLE_TEXT_MAX = 1_000;

const fields = {
  name: line('Name is required')
    .min(1, 'Name is required')
    .max(SCENARIO_NAME_MAX, `A name has ${SCENARIO_NAME_MAX} characters at most`),
  icon: z.enum(SCENARIO_ICONS).default('info'),
  colour: z.enum(SCENARIO_COLOURS).default('blue'),
  actions: z.array(scenarioActionSchema).min(1, 'A scenario has at least one action').max(SCENARIO_ACTIONS_MAX),
  drill: z.boolean().default(false).describe('every start is a drill'),
  two_people: z.boolean().default(false).describe('a second person confirms each start'),
};
export const newScenarioBodySchema = z
  .strictObject({ ...fields, company_id: idSchema })
  .meta({ id: 'NewScenarioBody' });
export type NewScenarioBody = z.output<typeof newScenarioBodySchema>;
export const changeScenarioBodySchema = z
  .strictObject({ ...fields, enabled: z.boolean(), revision: revisionSchema })
  .meta({ id: 'ChangeScenarioBody' });
export type ChangeScenarioBody = z.output<typeof changeScenarioBodySchema>;

export const draftScenarioBodySchema = z
  .strictObject({ company_id: idSchema, actions: fields.actions })
  .meta({ id: 'DraftScenarioBody' });
export type DraftScenarioBody = z.output<typeof draftScenarioBodySchema>;

export const scenarioSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    icon: z.enum(SCENARIO_ICONS),
    colour: z.enum(SCENARIO_COLOURS),
    company_id: z.int(),
    company_name: z.string(),
    actions: z.array(storedScenarioActionSchema),
    drill: z.boolean(),
    two_people: z.boolean(),
    enabled: z.boolean(),
    disabled_reason: z
      .enum(['person', 'creator'])
      .nullable()
      .describe('person: somebody turned it off; creator: whoever has prepared it may not do it any more'),
    is_emergency: z.boolean().describe('whoever starts it needs the right to emergencies'),
    missed: z.int().nullable().describe('whom and what it would not reach, when that was last looked at'),
    checked_at: z.iso.datetime().nullable(),
    last_started_at: z.iso.datetime().nullable(),
    running: z.uuid().nullable().describe('the run of it that goes on now'),
    created_by: z.string().nullable().describe('name of the person with whose rights it acts; null where it is gone'),
    created_at: z.iso.datetime(),
    revision: revisionSchema,
  })
  .meta({ id: 'Scenario' });
export type Scenario = z.infer<typeof scenarioSchema>;

/** What may be started, for those who may not see what it does. */
export const scenarioTileSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    icon: z.enum(SCENARIO_ICONS),
    colour: z.enum(SCENARIO_COLOURS),
    company_id: z.int(),
    company_name: z.string(),
    path: z.string().describe('the names above it that the caller reads, the topmost first, with “ / ” between them'),
    drill: z.boolean(),
    two_people: z.boolean(),
    is_emergency: z.boolean(),
    kinds: z.array(z.enum(SCENARIO_ACTION_KINDS)),
    asks_text: z.boolean().describe('a text typed at the press is part of it'),
    missed: z.int().nullable(),
    checked_at: z.iso.datetime().nullable().describe('when `missed` was last looked at'),
    running: z.uuid().nullable(),
  })
  .meta({ id: 'ScenarioTile' });
export type ScenarioTile = z.infer<typeof scenarioTileSchema>;

/** Why somebody or something would not be reached. */
export const MISSED_REASONS = [
  'offline',
  'quiet_hours',
  'muted',
  'no_number',
  'no_mail',
  'unconfirmed',
  'outside_hours',
  'no_browser',
  'no_output',
  'quota',
  'refused_last_time',
  'nobody',
  'not_possible',
] as const;
export const missedSchema = z
  .strictObject({
    who: z.string(),
    reason: z.enum(MISSED_REASONS),
    detail: z.string().nullable().describe('since when it is offline, what the server said'),
  })
  .meta({ id: 'ScenarioMissed' });
export type ScenarioMissed = z.infer<typeof missedSchema>;
export const MISSED_SHOWN = 500;

export const scenarioCheckSchema = z
  .strictObject({
    actions: z.array(
      z.strictObject({
        index: z.int(),
        kind: z.enum(SCENARIO_ACTION_KINDS),
        reached: z.int().describe('people, loudspeakers or addresses'),
        missed: z.array(missedSchema).max(MISSED_SHOWN),
        missed_total: z.int(),
        parts: z.int().nullable().describe('of all its text messages; null for another kind'),
        missing: z.array(z.string()).describe('variables of its texts that nothing fills'),
      }),
    ),
  })
  .meta({ id: 'ScenarioCheck' });
export type ScenarioCheck = z.infer<typeof scenarioCheckSchema>;

const params = z.object({ id: idTextSchema });
const listQuery = z.object({ company_id: z.coerce.number().int().min(1).max(MAX_INT4).optional() });
export const startScenarioBodySchema = z
  .strictObject({
    drill: z.boolean().default(false),
    variables: z
      .record(z.string().regex(/^[a-z][a-z0-9_.]{0,39}$/), z.string().max(VARIABLE_TEXT_MAX))
      .refine((all) => Object.keys(all).length <= VARIABLES_MAX, `At most ${VARIABLES_MAX} variables`)
      .default({})
      .describe('for the texts; `text` is what was typed at the press'),
  })
  .meta({ id: 'StartScenarioBody' });
export type StartScenarioBody = z.output<typeof startScenarioBodySchema>;

export const scenariosHttp = {
  list: endpoint({
    method: 'get',
    path: '/scenarios',
    summary: 'The scenarios at nodes that the caller manages, or those of one node and below it',
    query: listQuery,
    answer: z.array(scenarioSchema),
  }),
  tiles: endpoint({
    method: 'get',
    path: '/scenarios/tiles',
    summary: 'The scenarios that the caller may start',
    query: listQuery,
    answer: z.array(scenarioTileSchema),
  }),
  create: endpoint({
    method: 'post',
    path: '/scenarios',
    summary: 'Prepare a scenario',
    description: 'It acts with the rights that the caller has when it starts.',
    body: newScenarioBodySchema,
    answer: scenarioSchema,
    status: 201,
    errors: ['not_found', 'forbidden', 'unprocessable', 'rate_limited'],
  }),
  read: endpoint({
    method: 'get',
    path: '/scenarios/{id}',
    summary: 'One scenario',
    params,
    answer: scenarioSchema,
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'put',
    path: '/scenarios/{id}',
    summary: 'Change a scenario, or turn it on or off; from then on it acts with the rights of the caller',
    params,
    body: changeScenarioBodySchema,
    answer: scenarioSchema,
    errors: ['not_found', 'forbidden', 'unprocessable', 'edit_conflict', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/scenarios/{id}',
    summary: 'Remove a scenario; its runs stay',
    params,
    answer: null,
    errors: ['not_found', 'rate_limited'],
  }),
  check: endpoint({
    method: 'post',
    path: '/scenarios/{id}/check',
    summary: 'Who and what it would reach now, by action, and whom it would not reach, and why',
    params,
    answer: scenarioCheckSchema,
    errors: ['not_found', 'rate_limited'],
  }),
  checkDraft: endpoint({
    method: 'post',
    path: '/scenarios/check',
    summary: 'As the check of a scenario, of actions that are not saved, with the rights of the caller',
    body: draftScenarioBodySchema,
    answer: scenarioCheckSchema,
    errors: ['not_found', 'rate_limited'],
  }),
  start: endpoint({
    method: 'post',
    path: '/scenarios/{id}/start',
    summary: 'Start a scenario; with the header `Idempotency-Key` once',
    description:
      'A press within five seconds of another one is the same press. Where two people are needed, the run waits until a second person confirms it.',
    params,
    body: startScenarioBodySchema,
    answer: z
      .strictObject({ scenario_run_id: z.uuid(), state: scenarioRunSchema.shape.state })
      .meta({ id: 'StartedScenario' }),
    status: 202,
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
} as const;
