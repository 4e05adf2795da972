import { z } from 'zod';
import { CHIMES, prioritySchema } from '../../domain/announcements.ts';
import { idSchema } from '../../domain/ids.ts';
import { line } from '../../domain/line.ts';
import { outputDurationSchema, outputNameSchema, outputPauseSchema, outputStateSchema } from '../../domain/outputs.ts';
import { rightSchema } from '../../domain/rights.ts';
import { storedTargetsSchema, targetsSchema } from '../../domain/targets.ts';
import { spokenLanguageSchema, spokenTextSchema } from '../library/texts.ts';

/** What a scenario does, one entry for each thing; see docs/product/scenarios.md. */

export const SCENARIO_ACTIONS_MAX = 20;
/** The latest start of an action: after the press, or after the start of the one before it. */
export const SCENARIO_DELAY_MAX_S = 3_600;
export const SCENARIO_LASTS_MAX_S = 24 * 3_600;
export const SCENARIO_SILENCE_MINUTES_MAX = 7 * 24 * 60;
/** Of one action; contacts of a group count as people. */
export const SCENARIO_RECIPIENTS_MAX = 5_000;
export const MAIL_SUBJECT_MAX = 120;
export const SCENARIO_SMS_MAX = 1_000;
export const CALL_OUT_BODY_MAX = 16_384;

export const SCENARIO_COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'grey'] as const;
export const SCREEN_TEXT_MAX = 300;

export const SCENARIO_ACTION_KINDS = [
  'say',
  'emergency',
  'all_clear',
  'chime',
  'silence',
  'output',
  'screen',
  'sms',
  'mail',
  'push',
  'chat',
  'http',
] as const;
export type ScenarioActionKind = (typeof SCENARIO_ACTION_KINDS)[number];

/** Who gets a message; somebody whom several entries name gets it once. */
const recipientLists = {
  people: z.array(idSchema).max(500).describe('ids of the owner and members of the organisation'),
  roles: z
    .array(z.strictObject({ company_id: idSchema, right: rightSchema }))
    .max(50)
    .describe('everybody who has this right at this node'),
  responsible: z.array(idSchema).max(200).describe('the responsible people of these nodes and below them'),
  contacts: z.array(idSchema).max(50).describe('ids of groups of contacts'),
};
export const recipientsSchema = z
  .strictObject({
    people: recipientLists.people.default([]),
    roles: recipientLists.roles.default([]),
    responsible: recipientLists.responsible.default([]),
    contacts: recipientLists.contacts.default([]),
  })
  .refine(
    ({ people, roles, responsible, contacts }) =>
      people.length + roles.length + responsible.length + contacts.length > 0,
    'Choose who gets it',
  )
  .meta({ id: 'ScenarioRecipients' });
/** In answers, where nothing is absent. */
const storedRecipientsSchema = z.strictObject(recipientLists).meta({ id: 'StoredScenarioRecipients' });
export type ScenarioRecipients = z.output<typeof recipientsSchema>;

const START = {
  after_s: z.int().min(0).max(SCENARIO_DELAY_MAX_S).describe('seconds after what `after` names'),
  after: z.enum(['press', 'previous']).describe('previous: the start of the action before it'),
};
const lasts = z.int().min(5).max(SCENARIO_LASTS_MAX_S);
const asks = z.boolean().describe('a link in it asks: I have it, I am safe, I need help');
const priority = prioritySchema.exclude(['music', 'emergency']);
const subject = line('Please enter a subject').min(1, 'Please enter a subject').max(MAIL_SUBJECT_MAX);
const messageText = (max: number) =>
  z.string().trim().min(1, 'Please enter a text').max(max, `A text has at most ${max} characters`);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Each kind once: what is sent has defaults, in what is answered nothing is absent that has one. */
function actionsOf<
  S extends { after_s: z.ZodType; after: z.ZodType },
  T extends z.ZodType,
  A extends z.ZodType,
  P extends z.ZodType,
  R extends z.ZodType,
>({ start, targets, asking, priority, recipients }: { start: S; targets: T; asking: A; priority: P; recipients: R }) {
  return z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('say'),
      ...start,
      message_id: idSchema.optional(),
      text: spokenTextSchema.optional().describe('in place of a message; with variables'),
      language: spokenLanguageSchema.optional().describe('of the text; by default that of each place'),
      targets,
      priority,
    }),
    z.strictObject({
      kind: z.literal('emergency'),
      ...start,
      message_id: idSchema,
      targets,
      lasts_s: lasts.optional().describe('then it is ended; absent: until all clear'),
    }),
    z.strictObject({ kind: z.literal('all_clear'), ...start }).describe('of the emergencies at the node or below it'),
    z.strictObject({
      kind: z.literal('chime'),
      ...start,
      chime: z.enum(CHIMES).exclude(['none']),
      chime_id: idSchema.optional().describe('a chime of the organisation, in place of `chime` while there is one'),
      targets,
      every_s: z.int().min(1).max(60).describe('from the end of one to the beginning of the next'),
      lasts_s: z.int().min(5).max(3_600).describe('then it ends by itself'),
    }),
    z.strictObject({
      kind: z.literal('output'),
      ...start,
      targets,
      output: outputNameSchema.describe('of every device of the targets, as relay or strobe'),
      state: outputStateSchema.describe('on, and a pattern: until the run is ended, or for `lasts_s`'),
      duration_ms: outputDurationSchema.optional(),
      pause_ms: outputPauseSchema.optional(),
      lasts_s: lasts.optional().describe('of on, and of a pattern: then it is switched off'),
    }),
    z
      .strictObject({
        kind: z.literal('screen'),
        ...start,
        targets,
        text: messageText(SCREEN_TEXT_MAX),
        colour: z.enum(SCENARIO_COLOURS),
        lasts_s: lasts.optional().describe('absent: until the run is ended'),
      })
      .describe(
        'on displays at the nodes of the targets and below them, and on browsers as loudspeakers among the devices of the targets',
      ),
    z
      .strictObject({
        kind: z.literal('silence'),
        ...start,
        minutes: z.int().min(1).max(SCENARIO_SILENCE_MINUTES_MAX),
      })
      .describe('of the bells at the node, from then on'),
    z.strictObject({
      kind: z.literal('sms'),
      ...start,
      text: messageText(SCENARIO_SMS_MAX),
      recipients,
      asks: asking,
    }),
    z.strictObject({
      kind: z.literal('mail'),
      ...start,
      subject,
      text: messageText(5_000),
      recipients,
      asks: asking,
    }),
    z.strictObject({
      kind: z.literal('push'),
      ...start,
      title: subject,
      text: messageText(1_000),
      recipients,
    }),
    z.strictObject({
      kind: z.literal('chat'),
      ...start,
      destination_id: idSchema,
      text: messageText(4_000),
    }),
    z.strictObject({
      kind: z.literal('http'),
      ...start,
      destination_id: idSchema,
      method: z.enum(METHODS),
      body: z.string().max(CALL_OUT_BODY_MAX).describe('with variables; empty: none'),
    }),
  ]);
}

const isSaid = (action: { kind: string; message_id?: unknown; text?: unknown }): boolean =>
  action.kind !== 'say' || (action.message_id === undefined) !== (action.text === undefined);

export const scenarioActionSchema = actionsOf({
  start: { after_s: START.after_s.default(0), after: START.after.default('press') },
  targets: targetsSchema,
  asking: asks.default(false),
  priority: priority.default('say_now'),
  recipients: recipientsSchema,
})
  .refine(isSaid, { message: 'Send text or message_id', path: ['text'] })
  .meta({ id: 'ScenarioAction' });
/** In answers, where nothing is absent that has a default. */
export const storedScenarioActionSchema = actionsOf({
  start: START,
  targets: storedTargetsSchema,
  asking: asks,
  priority,
  recipients: storedRecipientsSchema,
}).meta({ id: 'StoredScenarioAction' });
export type ScenarioAction = z.output<typeof scenarioActionSchema>;
export type ScenarioActionOf<K extends ScenarioActionKind> = Extract<ScenarioAction, { kind: K }>;

/** What is heard until it is ended: who may start it needs the right to emergencies. */
export const isEmergencyKind = (kind: ScenarioActionKind): boolean => kind === 'emergency' || kind === 'all_clear';
