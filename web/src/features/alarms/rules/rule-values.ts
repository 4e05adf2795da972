import { type AlarmKind, alarmKind, DEFAULT_TELL, ESCALATE_AFTER_MINUTES } from '@belfry/schemas/domain/alarms';
import type { AlarmRule, EffectiveAlarmRule } from '@belfry/schemas/http/alarms/rules';

export const RULE_FIELDS = [
  'enabled',
  'severity',
  'threshold',
  'delay_s',
  'clear_after_s',
  'rises_after_minutes',
  'tell',
  'escalate_after_minutes',
] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

/** What a node itself sets; null: inherited. */
export type RuleValues = Pick<AlarmRule, RuleField>;

/** What holds without the node, and the node that sets it; null: the default. */
export type Inherited = Pick<EffectiveAlarmRule, RuleField>;

const NOTHING_SET: RuleValues = {
  enabled: null,
  severity: null,
  threshold: null,
  delay_s: null,
  clear_after_s: null,
  rises_after_minutes: null,
  tell: null,
  escalate_after_minutes: null,
};

export const valuesOf = (rule: RuleValues | undefined): RuleValues =>
  rule === undefined
    ? NOTHING_SET
    : {
        enabled: rule.enabled,
        severity: rule.severity,
        threshold: rule.threshold,
        delay_s: rule.delay_s,
        clear_after_s: rule.clear_after_s,
        rises_after_minutes: rule.rises_after_minutes,
        tell: rule.tell,
        escalate_after_minutes: rule.escalate_after_minutes,
      };

export const setsNothing = (values: RuleValues): boolean => RULE_FIELDS.every((field) => values[field] === null);

export function defaultsOf(kind: AlarmKind): Inherited {
  const { severity, threshold, delayS, clearAfterS } = alarmKind(kind);
  const byDefault = <T>(value: T) => ({ value, source_company_id: null });
  return {
    enabled: byDefault(true),
    severity: byDefault(severity),
    threshold: byDefault(threshold?.default ?? null),
    delay_s: byDefault(delayS),
    clear_after_s: byDefault(clearAfterS),
    rises_after_minutes: byDefault(null),
    tell: byDefault(DEFAULT_TELL),
    escalate_after_minutes: byDefault(ESCALATE_AFTER_MINUTES[severity] ?? null),
  };
}

/** The inherited values with what follows from the form: without a rule, it depends on the severity when an alarm is escalated. */
export function followingFrom(inherited: Inherited, { severity }: Pick<RuleValues, 'severity'>): Inherited {
  if (inherited.escalate_after_minutes.source_company_id !== null) return inherited;
  const value = ESCALATE_AFTER_MINUTES[severity ?? inherited.severity.value] ?? null;
  return { ...inherited, escalate_after_minutes: { value, source_company_id: null } };
}

/** The fields of a rule by where they come from: those of the node, of each node above it, and the defaults. */
export function sourcesOf(rule: Inherited): { source: number | null; fields: RuleField[] }[] {
  const sources = new Map<number | null, RuleField[]>();
  for (const field of RULE_FIELDS) {
    const { source_company_id } = rule[field];
    const fields = sources.get(source_company_id) ?? [];
    fields.push(field);
    sources.set(source_company_id, fields);
  }
  // The defaults are the rest.
  return [...sources]
    .map(([source, fields]) => ({ source, fields }))
    .toSorted((a, b) => Number(a.source === null) - Number(b.source === null));
}

/** Rules of nodes change nothing for alarms that belong to no node. */
export const isSetAtNodes = (kind: AlarmKind): boolean =>
  kind === 'webhook_disabled' || alarmKind(kind).subject === 'device' || alarmKind(kind).subject === 'node';
