import {
  ALARM_KINDS,
  alarmKind,
  DEFAULT_TELL,
  ESCALATE_AFTER_MINUTES,
  type AlarmKind,
  type AlarmTell,
} from '@belfry/schemas/domain/alarms';
import type { AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import type { EffectiveAlarmRule } from '@belfry/schemas/http/alarms/rules';

/** What a rule of a node sets; null: inherited. */
export type RuleFields = {
  enabled: boolean | null;
  delay_s: number | null;
  clear_after_s: number | null;
  threshold: number | null;
  severity: AlarmSeverity | null;
  rises_after_minutes: number | null;
  tell: AlarmTell | null;
  escalate_after_minutes: number | null;
};
export type StoredRule = RuleFields & { company_id: number; kind: AlarmKind };

export type Rules = ReadonlyMap<string, StoredRule>;
const keyOf = (companyId: number, kind: AlarmKind): string => `${companyId} ${kind}`;
export const toRules = (rules: readonly StoredRule[]): Rules =>
  new Map(rules.map((rule) => [keyOf(rule.company_id, rule.kind), rule]));

/**
 * What holds for a kind: each field of the nearest node that sets it, otherwise the default of the kind.
 * @param above the node and those above it, the nearest first; empty for what concerns the installation
 */
export function effectiveRule(kind: AlarmKind, above: readonly number[], rules: Rules): EffectiveAlarmRule {
  const own = above.flatMap((companyId) => rules.get(keyOf(companyId, kind)) ?? []);
  function nearest<Name extends keyof RuleFields, Default>(
    name: Name,
    fallback: Default,
  ): { value: NonNullable<RuleFields[Name]> | Default; source_company_id: number | null } {
    const rule = own.find((one) => one[name] !== null);
    const value = rule?.[name] ?? null;
    return value === null
      ? { value: fallback, source_company_id: null }
      : { value, source_company_id: rule?.company_id ?? null };
  }
  const defaults = alarmKind(kind);
  const severity = nearest('severity', defaults.severity);
  return {
    kind,
    enabled: nearest('enabled', true),
    delay_s: nearest('delay_s', defaults.delayS),
    clear_after_s: nearest('clear_after_s', defaults.clearAfterS),
    threshold: nearest('threshold', defaults.threshold?.default ?? null),
    severity,
    rises_after_minutes: nearest('rises_after_minutes', null),
    tell: nearest('tell', DEFAULT_TELL),
    escalate_after_minutes: nearest('escalate_after_minutes', ESCALATE_AFTER_MINUTES[severity.value] ?? null),
  };
}

export const effectiveRules = (above: readonly number[], rules: Rules): EffectiveAlarmRule[] =>
  ALARM_KINDS.map((kind) => effectiveRule(kind, above, rules));
