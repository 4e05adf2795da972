import { z } from 'zod';
import { ALARM_KINDS, alarmKindSchema } from '../../domain/alarms.ts';
import { ALARM_SEVERITIES, alarmSeveritySchema } from '../../domain/alarm-severity.ts';
import { alertFeedSourceSchema, storedAlertFeedSourceSchema } from '../alert-feeds.ts';
import { inputSourceSchema, storedInputSourceSchema } from './inputs.ts';

const otherSources = [
  z.strictObject({ type: z.literal('hook') }),
  z.strictObject({
    type: z.literal('alarm'),
    kinds: z.array(alarmKindSchema).min(1).max(ALARM_KINDS.length),
    severities: z
      .array(alarmSeveritySchema)
      .min(1)
      .max(ALARM_SEVERITIES.length)
      .optional()
      .describe('absent: every severity'),
  }),
  z.strictObject({ type: z.literal('call') }),
] as const;

/** What starts a trigger: a signed call, an input of a device, an alarm, a public alert, or only a call with a key. */
export const triggerSourceSchema = z
  .discriminatedUnion('type', [inputSourceSchema, alertFeedSourceSchema, ...otherSources])
  .meta({ id: 'TriggerSource' });
/** In answers, where nothing is absent. */
export const storedSourceSchema = z
  .discriminatedUnion('type', [storedInputSourceSchema, storedAlertFeedSourceSchema, ...otherSources])
  .meta({ id: 'StoredTriggerSource' });
export type TriggerSource = z.infer<typeof storedSourceSchema>;
