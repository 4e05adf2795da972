import { ALARM_KINDS } from '@belfry/schemas/domain/alarms';
import { effectiveAlarmRuleSchema } from '@belfry/schemas/http/alarms/rules';
import { describe, expect, it } from 'vitest';
import { effectiveRule, effectiveRules, toRules, type StoredRule } from './rule-settings.ts';

const rule = (company_id: number, fields: Partial<StoredRule>): StoredRule => ({
  company_id,
  kind: 'temperature',
  enabled: null,
  delay_s: null,
  clear_after_s: null,
  threshold: null,
  severity: null,
  rises_after_minutes: null,
  tell: null,
  escalate_after_minutes: null,
  ...fields,
});

describe('what holds at a node', () => {
  it('are the defaults of each kind without any rule', () => {
    const rules = effectiveRules([3, 2, 1], new Map());
    expect(rules.map(({ kind }) => kind)).toEqual(ALARM_KINDS);
    for (const one of rules) {
      expect(effectiveAlarmRuleSchema.safeParse(one).success).toBe(true);
      expect(one.enabled).toEqual({ value: true, source_company_id: null });
    }
    expect(effectiveRule('temperature', [3], new Map()).threshold).toEqual({ value: 80, source_company_id: null });
    expect(effectiveRule('device_offline', [3], new Map()).threshold.value).toBeNull();
  });

  it('is each field of the nearest node that sets it', () => {
    const rules = toRules([
      rule(1, { threshold: 70, enabled: false, severity: 'critical' }),
      rule(2, { threshold: 60 }),
      rule(2, { kind: 'disk', threshold: 50 }),
      rule(3, { enabled: true }),
    ]);
    expect(effectiveRule('temperature', [3, 2, 1], rules)).toMatchObject({
      threshold: { value: 60, source_company_id: 2 },
      enabled: { value: true, source_company_id: 3 },
      severity: { value: 'critical', source_company_id: 1 },
      delay_s: { value: 60, source_company_id: null },
    });
    expect(effectiveRule('temperature', [4], rules).threshold.value).toBe(80);
  });

  it('escalates what is critical after half an hour unless a rule says otherwise', () => {
    expect(effectiveRule('site_offline', [1], new Map()).escalate_after_minutes.value).toBe(30);
    expect(effectiveRule('disk', [1], new Map()).escalate_after_minutes.value).toBeNull();
    const rules = toRules([rule(1, { kind: 'disk', escalate_after_minutes: 5 })]);
    expect(effectiveRule('disk', [1], rules).escalate_after_minutes).toEqual({ value: 5, source_company_id: 1 });
  });
});
