import { expect, it } from 'vitest';
import { defaultsOf, followingFrom, isSetAtNodes, setsNothing, sourcesOf, valuesOf } from './rule-values.ts';

it('names each node that sets something, and the defaults last', () => {
  const defaults = defaultsOf('temperature');
  const rule = {
    ...defaults,
    enabled: { value: true, source_company_id: null },
    threshold: { value: 70, source_company_id: 1 },
    delay_s: { value: 30, source_company_id: 2 },
    severity: { value: 'high' as const, source_company_id: 1 },
  };
  expect(sourcesOf(rule).map(({ source, fields }) => [source, fields.length])).toEqual([
    [1, 2],
    [2, 1],
    [null, 5],
  ]);
  expect(sourcesOf(defaults)).toHaveLength(1);
});

it('escalates critical alarms by default, also where the form makes them critical', () => {
  const defaults = defaultsOf('temperature');
  expect(defaults.escalate_after_minutes.value).toBeNull();
  expect(followingFrom(defaults, { severity: 'critical' }).escalate_after_minutes.value).toBe(30);
  expect(defaultsOf('site_offline').escalate_after_minutes.value).toBe(30);
  expect(followingFrom(defaultsOf('site_offline'), { severity: 'low' }).escalate_after_minutes.value).toBeNull();
  const set = { ...defaults, escalate_after_minutes: { value: 5, source_company_id: 1 } };
  expect(followingFrom(set, { severity: 'critical' })).toBe(set);
});

it('knows a rule that sets nothing, and the kinds that rules of nodes concern', () => {
  expect(setsNothing(valuesOf(undefined))).toBe(true);
  expect(setsNothing({ ...valuesOf(undefined), enabled: false })).toBe(false);
  expect(isSetAtNodes('disk')).toBe(true);
  expect(isSetAtNodes('site_offline')).toBe(true);
  expect(isSetAtNodes('backup_due')).toBe(false);
});
