import { describe, expect, it } from 'vitest';
import { toRules, type StoredRule } from '../rule-settings.ts';
import { createContext } from './context.ts';
import type { Condition } from './decide.ts';

const NOW = 1_000_000;
const [DEVICE, SHOP, MAIN] = [30, 20, 10];
const above = new Map([
  [DEVICE, [DEVICE, SHOP, MAIN]],
  [SHOP, [SHOP, MAIN]],
  [MAIN, [MAIN]],
]);
const none = { rules: new Map(), windows: new Map<number, number>(), busy: new Map<number, number>() };
const facts = { above, ...none, now: NOW, hearing: true };

const condition = (changes: Partial<Condition> = {}): Condition => ({
  condition_id: 1,
  kind: 'device_offline',
  subject: 'device:1',
  owner_id: 2,
  device_id: 1,
  company_id: DEVICE,
  bad: true,
  since: 0,
  changes: [],
  alarm_id: null,
  alarm_kind: null,
  ...changes,
});

const rule = (company_id: number, fields: Partial<StoredRule>): StoredRule => ({
  company_id,
  kind: 'device_offline',
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

describe('nobody is told of a condition', () => {
  it('until the last of the windows at its node and above it has ended', () => {
    const windows = new Map([
      [MAIN, NOW + 5],
      [SHOP, NOW + 3],
    ]);
    expect(createContext({ ...facts, windows }).moment(condition()).frozenUntil).toBe(NOW + 5);
    expect(createContext({ ...facts, windows }).moment(condition({ company_id: null })).frozenUntil).toBe(0);
  });

  it('while a command changes its device', () => {
    const busy = new Map([[1, NOW + 7]]);
    expect(createContext({ ...facts, busy }).moment(condition()).frozenUntil).toBe(NOW + 7);
    expect(createContext({ ...facts, busy }).moment(condition({ device_id: 2 })).frozenUntil).toBe(0);
  });

  it('that devices report while Belfry does not hear them', () => {
    const deaf = createContext({ ...facts, hearing: false });
    expect(deaf.moment(condition()).frozenUntil).toBeGreaterThan(NOW);
    expect(deaf.moment(condition({ kind: 'broker_away', device_id: null, company_id: null })).frozenUntil).toBe(0);
  });
});

describe('the times of a condition', () => {
  it('are those of the rules at its node', () => {
    const rules = toRules([rule(SHOP, { delay_s: 5 }), rule(MAIN, { delay_s: 9, clear_after_s: 7 })]);
    expect(createContext({ ...facts, rules }).timing(condition())).toEqual({
      enabled: true,
      delayMs: 5_000,
      clearAfterMs: 7_000,
      unstable: true,
    });
    expect(createContext({ ...facts, rules }).timing(condition({ company_id: MAIN })).delayMs).toBe(9_000);
  });

  it('know whether its kind, and alarms of unstable devices, are off', () => {
    const rules = toRules([rule(MAIN, { enabled: false }), rule(SHOP, { kind: 'unstable', enabled: false })]);
    const context = createContext({ ...facts, rules });
    expect(context.timing(condition())).toMatchObject({ enabled: false, unstable: false });
    expect(context.timing(condition({ kind: 'disk', company_id: MAIN }))).toMatchObject({
      enabled: true,
      unstable: true,
    });
    expect(context.timing(condition({ kind: 'queue_lag', company_id: null })).unstable).toBe(false);
  });
});
