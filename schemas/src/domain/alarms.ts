import { z } from 'zod';
import { ALARM_KIND_TABLE } from './alarm-kinds.ts';
import { ALARM_SEVERITIES, type AlarmSeverity } from './alarm-severity.ts';
import { NODE_ROLES, nodeRoleSchema } from './rights.ts';

/** The kinds of alarms, and what happens to an alarm; see docs/product/alarms.md. */

/** `cleared` is the end; the others are open to those who repair. */
export const ALARM_STATES = ['open', 'acknowledged', 'snoozed', 'cleared'] as const;
export const alarmStateSchema = z.enum(ALARM_STATES).meta({ id: 'AlarmState' });
export type AlarmState = z.infer<typeof alarmStateSchema>;

/** What an alarm is about. Alarms about the installation belong to no organisation: administrators see them. */
export const ALARM_SUBJECTS = ['device', 'node', 'organisation', 'installation'] as const;
export type AlarmSubject = (typeof ALARM_SUBJECTS)[number];

/**
 * Where a condition comes from:
 * - `device`: the last state and metrics of devices, evaluated for devices of which something was committed;
 * - `query`: what the database says, asked at an interval;
 * - `process`: what the processes of Belfry know of themselves;
 * - `report`: features report it as it begins and ends;
 * - `alarms`: it follows from other conditions.
 */
export type AlarmSource = 'device' | 'query' | 'process' | 'report' | 'alarms';

type Threshold = {
  unit: '°C' | '%' | 's' | 'dB' | 'restarts' | 'days';
  default: number;
  min: number;
  max: number;
};

export type AlarmKindDefinition = {
  subject: AlarmSubject;
  source: AlarmSource;
  severity: AlarmSeverity;
  /** How long the condition holds before the alarm is raised, in seconds. */
  delayS: number;
  /** How long the condition is over before the alarm is cleared, in seconds. */
  clearAfterS: number;
  /** The condition is a value above this. */
  threshold?: Threshold;
  /** The kind of the one alarm of a node that replaces those of its devices; absent: their alarms are not grouped. */
  groupedAs?: string;
};

const KINDS = ALARM_KIND_TABLE satisfies Record<string, AlarmKindDefinition>;

export type AlarmKind = keyof typeof KINDS;
export const ALARM_KINDS = Object.keys(KINDS) as [AlarmKind, ...AlarmKind[]];
export const alarmKindSchema = z.enum(ALARM_KINDS).meta({ id: 'AlarmKind' });

export type AlarmKindFrom<Source extends AlarmSource> = {
  [Kind in AlarmKind]: (typeof KINDS)[Kind]['source'] extends Source ? Kind : never;
}[AlarmKind];

type Definition = Omit<AlarmKindDefinition, 'groupedAs'> & { groupedAs?: AlarmKind };

export const alarmKind = (kind: AlarmKind): Definition => KINDS[kind];

/** Rules of an organisation, and windows of maintenance. */
export const ALARM_RULES_MAX = 200;
export const MAINTENANCE_WINDOWS_MAX = 200;
/** Open alarms of an organisation; further ones are one alarm, `too_many_alarms`. */
export const OPEN_ALARMS_MAX = 10_000;
export const ALARM_COMMENT_MAX = 1_000;
/** Changes of one alarm by people. */
export const ALARM_CHANGES_MAX = 300;
export const SNOOZE_MINUTES_MAX = 7 * 24 * 60;
export const ALARM_DELAY_S_MAX = 86_400;
export const ALARM_MINUTES_MAX = 7 * 24 * 60;
export const TOLD_PEOPLE_MAX = 50;

/** An alarm of a node: at least so many of its devices, and at least half of them, whose conditions begin within this time. */
export const GROUPED_DEVICES_MIN = 3;
export const GROUPED_WITHIN_MS = 60_000;
/** More changes of a condition than this, within this time, are one alarm `unstable`. */
export const UNSTABLE_CHANGES = 4;
export const UNSTABLE_WITHIN_MS = 600_000;

/** Who is told of an alarm: those with one of these roles at its node, and these people as far as they read it. */
export const alarmTellSchema = z
  .strictObject({
    roles: z.array(nodeRoleSchema).max(NODE_ROLES.length),
    people: z.array(z.int().min(1)).max(TOLD_PEOPLE_MAX).describe('ids of users'),
  })
  .meta({ id: 'AlarmTell' });
export type AlarmTell = z.infer<typeof alarmTellSchema>;
export const DEFAULT_TELL: AlarmTell = { roles: ['technician', 'manager'], people: [] };

/** Minutes until an alarm is escalated where no rule says it, by severity. */
export const ESCALATE_AFTER_MINUTES: Partial<Record<AlarmSeverity, number>> = { critical: 30 };

/** The next severity; the highest stays. */
export const risen = (severity: AlarmSeverity): AlarmSeverity =>
  ALARM_SEVERITIES[ALARM_SEVERITIES.indexOf(severity) + 1] ?? severity;

/**
 * What happens to an alarm. Each is stored once, in the transaction that changes the alarm, and told to each listener once:
 * - `raised`, `cleared`: once each; `cleared` also for an alarm that another one replaces (`merged_into`);
 * - `acknowledged`, `snoozed`, `commented`: by people; `woken` ends a snooze that has passed;
 * - `severity`: it has risen; `escalated`: nobody has acknowledged it in the time of the rule;
 * - `devices`: more devices belong to it.
 */
export const ALARM_EVENTS = [
  'raised',
  'acknowledged',
  'snoozed',
  'woken',
  'commented',
  'severity',
  'escalated',
  'devices',
  'cleared',
] as const;
export const alarmEventNameSchema = z.enum(ALARM_EVENTS).meta({ id: 'AlarmEventName' });
export type AlarmEventName = z.infer<typeof alarmEventNameSchema>;

/** Serial numbers that an event or an alarm of a list names; `device_count` counts all. */
export const ALARM_DEVICES_NAMED = 100;

/** What listeners get (`onAlarm` of the api): in the order of one alarm, each `event_id` once. */
export type AlarmEvent = {
  event_id: number;
  event: AlarmEventName;
  at: string;
  alarm_id: number;
  kind: AlarmKind;
  severity: AlarmSeverity;
  state: AlarmState;
  /** The owner of the tree; null: it is about the installation. */
  organisation_id: number | null;
  /** The node that it is about; null where it is about no node. */
  company_id: number | null;
  place: string | null;
  /** The first serial numbers. */
  devices: string[];
  device_count: number;
  raised_at: string;
  /** Who has acknowledged, snoozed or commented; null: Belfry. */
  by_user_id: number | null;
  comment: string | null;
  merged_into: number | null;
  /** Who is told, by the rules that held when it was raised. */
  tell: AlarmTell;
};
