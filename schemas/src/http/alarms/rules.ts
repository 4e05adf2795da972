import { z } from 'zod';
import {
  ALARM_DELAY_S_MAX,
  ALARM_MINUTES_MAX,
  alarmKind,
  alarmKindSchema,
  alarmTellSchema,
} from '../../domain/alarms.ts';
import { alarmSeveritySchema } from '../../domain/alarm-severity.ts';
import { idSchema, idTextSchema } from '../../domain/ids.ts';
import { endpoint } from '../endpoint.ts';

/** Rules of alarms at nodes, inherited downwards; see docs/product/alarms.md. */

const seconds = z.int().min(0).max(ALARM_DELAY_S_MAX);
const minutes = z.int().min(1).max(ALARM_MINUTES_MAX);

/** What a rule sets; null: inherited from the node above. */
const fields = {
  enabled: z.boolean().nullable(),
  delay_s: seconds.nullable().describe('how long it lasts before the alarm is raised'),
  clear_after_s: seconds.nullable().describe('how long it is over before the alarm is cleared'),
  threshold: z.number().nullable().describe('in the unit of the kind'),
  severity: alarmSeveritySchema.nullable(),
  rises_after_minutes: minutes.nullable().describe('the severity rises by one whenever this time has passed'),
  tell: alarmTellSchema.nullable().describe('who is told'),
  escalate_after_minutes: minutes.nullable().describe('told once more unless it is acknowledged by then'),
};

export const alarmRuleSchema = z
  .strictObject({
    rule_id: z.int(),
    company_id: z.int().describe('the node'),
    kind: alarmKindSchema,
    ...fields,
    revision: z.int().describe('counts changes; send it with a change'),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'AlarmRule' });
export type AlarmRule = z.infer<typeof alarmRuleSchema>;

const optional = {
  enabled: fields.enabled.default(null),
  delay_s: fields.delay_s.default(null),
  clear_after_s: fields.clear_after_s.default(null),
  threshold: fields.threshold.default(null),
  severity: fields.severity.default(null),
  rises_after_minutes: fields.rises_after_minutes.default(null),
  tell: fields.tell.default(null),
  escalate_after_minutes: fields.escalate_after_minutes.default(null),
};

export const newAlarmRuleBodySchema = z
  .strictObject({ company_id: idSchema, kind: alarmKindSchema, ...optional })
  .superRefine(({ kind, threshold }, context) => {
    if (threshold === null) return;
    const limits = alarmKind(kind).threshold;
    if (!limits)
      context.addIssue({ code: 'custom', path: ['threshold'], message: 'This kind of alarm has no threshold' });
    else if (threshold < limits.min || threshold > limits.max) {
      const message = `Enter a value between ${limits.min} and ${limits.max} ${limits.unit}`;
      context.addIssue({ code: 'custom', path: ['threshold'], message });
    }
  })
  .meta({ id: 'NewAlarmRuleBody' });
export type NewAlarmRuleBody = z.output<typeof newAlarmRuleBodySchema>;

export const alarmRuleChangeBodySchema = z
  .strictObject({ ...fields, revision: z.int() })
  .partial()
  .meta({ id: 'AlarmRuleChangeBody' });
export type AlarmRuleChangeBody = z.output<typeof alarmRuleChangeBodySchema>;

const from = <T extends z.core.SomeType>(value: T) =>
  z.strictObject({ value, source_company_id: z.int().nullable().describe('the node that sets it; null: the default') });

/** What holds for a kind at a node: each field of the nearest node, upwards from this one, that sets it. */
export const effectiveAlarmRuleSchema = z
  .strictObject({
    kind: alarmKindSchema,
    enabled: from(z.boolean()),
    delay_s: from(z.int()),
    clear_after_s: from(z.int()),
    threshold: from(z.number().nullable()).describe('null: the kind has none'),
    severity: from(alarmSeveritySchema),
    rises_after_minutes: from(z.int().nullable()).describe('null: it does not rise'),
    tell: from(alarmTellSchema),
    escalate_after_minutes: from(z.int().nullable()).describe('null: it is not escalated'),
  })
  .meta({ id: 'EffectiveAlarmRule' });
export type EffectiveAlarmRule = z.infer<typeof effectiveAlarmRuleSchema>;

const byNode = z.object({ company_id: idTextSchema }).meta({ id: 'AlarmRulesQuery' });
const ruleParams = z.object({ rule_id: idTextSchema });

export const alarmRulesHttp = {
  list: endpoint({
    method: 'get',
    path: '/alarm-rules',
    summary: 'The rules that a node itself has',
    query: byNode,
    answer: z.array(alarmRuleSchema),
    errors: ['not_found'],
  }),
  effective: endpoint({
    method: 'get',
    path: '/alarm-rules/effective',
    summary: 'What holds at a node for each kind of alarm, with the node that sets it',
    query: byNode,
    answer: z.array(effectiveAlarmRuleSchema),
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'post',
    path: '/alarm-rules',
    summary: 'Set something for a kind of alarm at a node and below it',
    body: newAlarmRuleBodySchema,
    answer: alarmRuleSchema,
    status: 201,
    errors: ['not_found', 'forbidden', 'conflict', 'unprocessable', 'rate_limited'],
  }),
  change: endpoint({
    method: 'put',
    path: '/alarm-rules/{rule_id}',
    summary: 'Change a rule; what is absent stays as it is, null is inherited',
    params: ruleParams,
    body: alarmRuleChangeBodySchema,
    answer: alarmRuleSchema,
    errors: ['not_found', 'forbidden', 'edit_conflict', 'unprocessable', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/alarm-rules/{rule_id}',
    summary: 'Delete a rule: the node inherits again',
    params: ruleParams,
    answer: null,
    errors: ['not_found', 'forbidden', 'rate_limited'],
  }),
};
