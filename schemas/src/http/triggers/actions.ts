import { z } from 'zod';
import { prioritySchema } from '../../domain/announcements.ts';
import { idSchema } from '../../domain/ids.ts';
import { storedTargetsSchema, targetsSchema } from '../../domain/targets.ts';
import { bellSoundSchema } from '../bells/timetables.ts';

/** The longest silence that a trigger makes: what bells allow. */
export const TRIGGER_SILENCE_MINUTES_MAX = 7 * 24 * 60;

const spokenPrioritySchema = prioritySchema.exclude(['music', 'emergency']);
const otherActions = [
  z.strictObject({ type: z.literal('all_clear') }).describe('of the emergencies at the node of the trigger'),
  z
    .strictObject({ type: z.literal('silence'), minutes: z.int().min(1).max(TRIGGER_SILENCE_MINUTES_MAX) })
    .describe('of the bells at the node of the trigger, from then on'),
  z
    .strictObject({ type: z.literal('scenario'), scenario_id: idSchema })
    .describe('a scenario of the organisation, with the fields of what has started the trigger'),
  z.strictObject({ type: z.literal('ring'), sound: bellSoundSchema }).describe('at the node of the trigger'),
] as const;
const messageFields = { type: z.literal('message'), message_id: idSchema };
export const ALERT_PARTS = ['headline', 'instruction', 'both'] as const;
const alertFields = { type: z.literal('alert'), says: z.enum(ALERT_PARTS) };
const emergencyFields = { type: z.literal('emergency'), message_id: idSchema };

export const triggerActionSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      ...messageFields,
      targets: targetsSchema,
      priority: spokenPrioritySchema.default('say_now'),
    }),
    z
      .strictObject({ ...alertFields, targets: targetsSchema, priority: spokenPrioritySchema.default('say_now') })
      .describe('what a public alert says, in the language of each place where it has that'),
    z.strictObject({ ...emergencyFields, targets: targetsSchema }),
    ...otherActions,
  ])
  .meta({ id: 'TriggerAction' });
/** In answers, where nothing is absent. */
export const storedActionSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ ...messageFields, targets: storedTargetsSchema, priority: spokenPrioritySchema }),
    z.strictObject({ ...alertFields, targets: storedTargetsSchema, priority: spokenPrioritySchema }),
    z.strictObject({ ...emergencyFields, targets: storedTargetsSchema }),
    ...otherActions,
  ])
  .meta({ id: 'StoredTriggerAction' });
export type TriggerAction = z.infer<typeof storedActionSchema>;
