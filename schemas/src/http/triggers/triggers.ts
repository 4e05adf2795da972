import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { MAX_INT4 } from '../../domain/limits.ts';
import { endpoint } from '../endpoint.ts';
import { pageFields } from '../paging.ts';
import { revisionSchema } from '../revision.ts';
import { storedActionSchema, triggerActionSchema } from './actions.ts';
import { feedStateSchema } from '../alert-feeds.ts';
import { askingFiringSchema, firingSchema, hookAnswerSchema } from './firings.ts';
import { deviceInputSchema, INPUTS_LISTED_MAX } from './inputs.ts';
import { storedSourceSchema, triggerSourceSchema } from './sources.ts';

/** Triggers: what was prepared, and what starts it; see docs/product/triggers.md. */

export const TRIGGERS_MAX = 50;
export const TRIGGER_NAME_MAX = 60;
export const HOOK_BODY_BYTES = 65_536;
const FIRINGS_PAGE = 24;

/** ask: it waits until somebody confirms it. */
export const TRIGGER_MODES = ['automatic', 'ask'] as const;
export const TRIGGER_DISABLED_REASONS = ['person', 'creator'] as const;

const fields = {
  name: line('Name is required')
    .min(1, 'Name is required')
    .max(TRIGGER_NAME_MAX, `A name has ${TRIGGER_NAME_MAX} characters at most`),
  source: triggerSourceSchema,
  action: triggerActionSchema.optional(),
  scenario_id: idSchema.optional().describe('in place of an action'),
  mode: z.enum(TRIGGER_MODES).describe('ask: it waits until somebody confirms it'),
  drill: z.boolean().describe('an emergency is a drill; everything else is only recorded'),
  confirmed: z
    .boolean()
    .default(false)
    .describe('whoever sets it up knows that an emergency starts, or ends, without asking anybody'),
};
const startsOne = ({ action, scenario_id }: { action?: unknown; scenario_id?: unknown }): boolean =>
  (action === undefined) !== (scenario_id === undefined);
const ONE = { message: 'Send action or scenario_id', path: ['action'] };
const newBody = z.strictObject({ ...fields, company_id: idSchema }).refine(startsOne, ONE);
const changeBody = z.strictObject({ ...fields, enabled: z.boolean(), revision: revisionSchema }).refine(startsOne, ONE);
export const newTriggerBodySchema = newBody.meta({ id: 'NewTriggerBody' });
export type NewTriggerBody = z.output<typeof newTriggerBodySchema>;
export const changeTriggerBodySchema = changeBody.meta({ id: 'ChangeTriggerBody' });
export type ChangeTriggerBody = z.output<typeof changeTriggerBodySchema>;

export const triggerSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    company_id: z.int(),
    company_name: z.string(),
    source: storedSourceSchema,
    action: storedActionSchema,
    scenario_id: z.int().nullable().describe('of the scenario that it starts; null for another action'),
    mode: z.enum(TRIGGER_MODES),
    drill: z.boolean(),
    enabled: z.boolean(),
    disabled_reason: z
      .enum(TRIGGER_DISABLED_REASONS)
      .nullable()
      .describe('person: somebody turned it off; creator: whoever has prepared it may not do it any more'),
    disabled_at: z.iso.datetime().nullable(),
    hook_path: z
      .string()
      .nullable()
      .describe('below the address of the console, as `/api/hooks/…`; null without a hook'),
    feed: feedStateSchema.nullable().describe('null without a feed of public alerts'),
    previous_secret_until: z.iso.datetime().nullable().describe('until then the secret before is accepted as well'),
    created_by: z.string().nullable().describe('name of the person with whose rights it acts; null where it is gone'),
    created_at: z.iso.datetime(),
    last_fired_at: z.iso.datetime().nullable(),
    revision: revisionSchema,
  })
  .meta({ id: 'Trigger' });
export type Trigger = z.infer<typeof triggerSchema>;

const secretFields = { secret: z.string().nullable().describe('`whsec_…` of its hook, in this answer only') };
const params = z.object({ id: idTextSchema });
const listQuery = z.object({ company_id: z.coerce.number().int().min(1).max(MAX_INT4).optional() });
const firingParams = z.object({ firing_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

export const triggersHttp = {
  list: endpoint({
    method: 'get',
    path: '/triggers',
    summary: 'The triggers at nodes that the caller manages, or those of one node and below it',
    query: listQuery,
    answer: z.array(triggerSchema),
  }),
  inputs: endpoint({
    method: 'get',
    path: '/triggers/inputs',
    summary: 'The inputs that devices at the places of the caller have reported, with their last state',
    answer: z.array(deviceInputSchema).max(INPUTS_LISTED_MAX),
  }),
  asking: endpoint({
    method: 'get',
    path: '/triggers/asking',
    summary: 'What waits until the caller, or somebody else, confirms it',
    answer: z.array(askingFiringSchema),
  }),
  confirm: endpoint({
    method: 'post',
    path: '/triggers/asking/{firing_id}/confirm',
    summary: 'Start what a trigger asks for',
    params: firingParams,
    answer: firingSchema,
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
  decline: endpoint({
    method: 'post',
    path: '/triggers/asking/{firing_id}/decline',
    summary: 'Do not start what a trigger asks for',
    params: firingParams,
    answer: firingSchema,
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
  create: endpoint({
    method: 'post',
    path: '/triggers',
    summary: 'Prepare a trigger; the secret of its hook is in this answer only',
    description:
      'It acts with the rights that the caller has when it starts. An emergency without asking needs `confirmed`.',
    body: newTriggerBodySchema,
    answer: triggerSchema.extend(secretFields).meta({ id: 'CreatedTrigger' }),
    status: 201,
    errors: ['not_found', 'forbidden', 'unprocessable', 'rate_limited'],
  }),
  read: endpoint({
    method: 'get',
    path: '/triggers/{id}',
    summary: 'One trigger',
    params,
    answer: triggerSchema,
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'put',
    path: '/triggers/{id}',
    summary: 'Change a trigger, or turn it on or off; from then on it acts with the rights of the caller',
    params,
    body: changeTriggerBodySchema,
    answer: triggerSchema.extend(secretFields).meta({ id: 'ChangedTrigger' }),
    errors: ['not_found', 'forbidden', 'unprocessable', 'edit_conflict', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/triggers/{id}',
    summary: 'Remove a trigger with its history',
    params,
    answer: null,
    errors: ['not_found', 'rate_limited'],
  }),
  rotate: endpoint({
    method: 'post',
    path: '/triggers/{id}/secret',
    summary: 'Make another secret for a hook; the one before is accepted for 24 hours as well',
    params,
    answer: triggerSchema.extend(secretFields).meta({ id: 'RotatedTrigger' }),
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
  test: endpoint({
    method: 'post',
    path: '/triggers/{id}/test',
    summary: 'Start a trigger once in drill mode, also one that is off',
    params,
    answer: firingSchema,
    status: 202,
    errors: ['not_found', 'rate_limited'],
  }),
  start: endpoint({
    method: 'post',
    path: '/triggers/{id}/start',
    summary: 'Start a trigger, as its source would; programs need the scope of triggers',
    params,
    answer: firingSchema,
    status: 202,
    errors: ['not_found', 'conflict', 'rate_limited'],
  }),
  firings: endpoint({
    method: 'get',
    path: '/triggers/{id}/firings',
    summary: 'The history of a trigger, the newest first',
    params,
    query: z.object(pageFields(FIRINGS_PAGE)),
    answer: z.array(firingSchema),
    headers: { 'X-Total-Count': 'the number of all, counted up to 10,000' },
    errors: ['not_found'],
  }),
  hook: endpoint({
    method: 'post',
    path: '/hooks/{hook_id}',
    summary: 'Start a trigger by a call that is signed with its secret',
    description:
      'As Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` (seconds, at most five minutes off) and `webhook-signature` over id, time and body. The same id starts nothing again.',
    params: z.object({ hook_id: z.uuid() }),
    body: z.string().describe('JSON of the sender, which is only kept in the history where it is short'),
    bodyType: 'application/json',
    answer: hookAnswerSchema,
    status: 202,
    errors: ['unauthenticated', 'not_found', 'conflict', 'payload_too_large', 'rate_limited'],
  }),
};
