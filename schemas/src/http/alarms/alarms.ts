import { z } from 'zod';
import {
  ALARM_COMMENT_MAX,
  alarmEventNameSchema,
  alarmKindSchema,
  ALARM_STATES,
  alarmStateSchema,
  SNOOZE_MINUTES_MAX,
} from '../../domain/alarms.ts';
import { ALARM_SEVERITIES, alarmSeveritySchema } from '../../domain/alarm-severity.ts';
import { idTextSchema } from '../../domain/ids.ts';
import { nodeRoleSchema } from '../../domain/rights.ts';
import { endpoint } from '../endpoint.ts';
import { pageFields } from '../paging.ts';

/** Alarms and what people do with them; see docs/product/alarms.md. */

export const ALARMS_PAGE_SIZE = 50;
const ALARM_EVENTS_SHOWN = 500;

const personSchema = z.strictObject({ user_id: z.int(), name: z.string() }).meta({ id: 'AlarmPerson' });

export const alarmSchema = z
  .strictObject({
    alarm_id: z.int(),
    kind: alarmKindSchema,
    severity: alarmSeveritySchema,
    state: alarmStateSchema,
    company_id: z.int().nullable().describe('the node; null: none, or one that the caller must not know'),
    place: z.string().nullable().describe('the name of that node'),
    path: z.string().describe('the names above it that the caller reads, the topmost first, with “ / ” between them'),
    detail: z
      .string()
      .nullable()
      .describe(
        'which one it is, and why, as of the feed of public alerts that cannot be read; null: the kind says it',
      ),
    devices: z.array(z.string()).describe('the first serial numbers, of devices that the caller sees'),
    device_count: z.int().describe('of all of its devices'),
    raised_at: z.iso.datetime(),
    acknowledged_at: z.iso.datetime().nullable(),
    acknowledged_by: personSchema.nullable().describe('null also where that account is gone'),
    snoozed_until: z.iso.datetime().nullable(),
    cleared_at: z.iso.datetime().nullable(),
    merged_into: z.int().nullable().describe('the alarm that has replaced it'),
    may_handle: z.boolean().describe('whether the caller may acknowledge, snooze and comment it'),
  })
  .meta({ id: 'Alarm' });
export type Alarm = z.infer<typeof alarmSchema>;

export const alarmHistoryEventSchema = z
  .strictObject({
    event_id: z.int(),
    event: alarmEventNameSchema,
    at: z.iso.datetime(),
    severity: alarmSeveritySchema,
    by: personSchema.nullable().describe('null: Belfry, or somebody whose account is gone'),
    comment: z.string().nullable(),
    device_count: z.int(),
  })
  .meta({ id: 'AlarmHistoryEvent' });
export type AlarmHistoryEvent = z.infer<typeof alarmHistoryEventSchema>;

export const alarmDetailsSchema = z
  .strictObject({
    ...alarmSchema.shape,
    places: z
      .array(z.strictObject({ serial: z.string(), place: z.string(), path: z.string() }))
      .describe('where the first devices are, in the order of `devices`'),
    told: z
      .strictObject({ roles: z.array(nodeRoleSchema), people: z.array(personSchema) })
      .nullable()
      .describe('who is told, by the rules that held when it was raised; null: the caller must not know the node'),
    maintenance_until: z.iso.datetime().nullable().describe('until then nobody is told of it'),
    events: z.array(alarmHistoryEventSchema).max(ALARM_EVENTS_SHOWN).describe('the newest last'),
  })
  .meta({ id: 'AlarmDetails' });
export type AlarmDetails = z.infer<typeof alarmDetailsSchema>;

export const alarmSummarySchema = z
  .strictObject({
    open: z.int().describe('neither acknowledged, snoozed nor cleared'),
    acknowledged: z.int(),
    snoozed: z.int(),
    by_severity: z
      .strictObject({ low: z.int(), medium: z.int(), high: z.int(), critical: z.int() })
      .describe('of open'),
    watching: z.boolean().describe('whether Belfry has looked for what is wrong within the last two minutes'),
    checking_since: z.iso
      .datetime()
      .nullable()
      .describe(
        'since when it waits for devices that were online, as after a start; null: all of them have been heard, or are judged',
      ),
    held_back: z
      .strictObject({ messages: z.int(), until: z.iso.datetime() })
      .nullable()
      .describe('mails and text messages to the caller that wait because there were many; null: none'),
  })
  .meta({ id: 'AlarmSummary' });
export type AlarmSummary = z.infer<typeof alarmSummarySchema>;

export const alarmsQuerySchema = z
  .object({
    state: z.enum(ALARM_STATES).optional().describe('all that are not cleared unless given'),
    kind: alarmKindSchema.optional(),
    severity: z.enum(ALARM_SEVERITIES).optional().describe('this one and higher ones'),
    company_id: idTextSchema.optional().describe('at this node and below it'),
    ...pageFields(ALARMS_PAGE_SIZE),
  })
  .meta({ id: 'AlarmsQuery' });
export type AlarmsQuery = z.output<typeof alarmsQuerySchema>;

const comment = z.string().trim().min(1, 'Enter a comment').max(ALARM_COMMENT_MAX);
const alarmParams = z.object({ alarm_id: idTextSchema });
const errors = ['not_found', 'forbidden', 'conflict', 'rate_limited'] as const;

export const alarmsHttp = {
  list: endpoint({
    method: 'get',
    path: '/alarms',
    summary: 'The alarms at the nodes that the caller sees, the newest first',
    description: 'Administrators also see those about the installation.',
    query: alarmsQuerySchema,
    answer: z.array(alarmSchema),
    headers: { 'X-Total-Count': 'how many there are, 10,000 at most' },
    errors: ['not_found', 'forbidden'],
  }),
  summary: endpoint({
    method: 'get',
    path: '/alarms/summary',
    summary: 'How many alarms are open, at the nodes that the caller sees',
    answer: alarmSummarySchema,
  }),
  read: endpoint({
    method: 'get',
    path: '/alarms/{alarm_id}',
    summary: 'An alarm with what has happened to it',
    params: alarmParams,
    answer: alarmDetailsSchema,
    errors: ['not_found'],
  }),
  acknowledge: endpoint({
    method: 'post',
    path: '/alarms/{alarm_id}/acknowledge',
    summary: 'Say that somebody takes care of it; it is not escalated any more',
    params: alarmParams,
    body: z.strictObject({ comment: comment.optional() }).meta({ id: 'AcknowledgeBody' }),
    answer: alarmDetailsSchema,
    errors,
  }),
  snooze: endpoint({
    method: 'post',
    path: '/alarms/{alarm_id}/snooze',
    summary: 'Set an alarm aside for some time; it is open again afterwards',
    params: alarmParams,
    body: z
      .strictObject({ minutes: z.int().min(1).max(SNOOZE_MINUTES_MAX), comment: comment.optional() })
      .meta({ id: 'SnoozeBody' }),
    answer: alarmDetailsSchema,
    errors,
  }),
  comment: endpoint({
    method: 'post',
    path: '/alarms/{alarm_id}/comment',
    summary: 'Write something to an alarm, also to one that is cleared',
    params: alarmParams,
    body: z.strictObject({ comment }).meta({ id: 'AlarmCommentBody' }),
    answer: alarmDetailsSchema,
    errors,
  }),
};
