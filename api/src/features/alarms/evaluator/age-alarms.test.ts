import { describe, expect, it } from 'vitest';
import { age, type AgingAlarm } from './age-alarms.ts';

const alarm = (changes: Partial<AgingAlarm> = {}): AgingAlarm => ({
  alarm_id: 1,
  state: 'open',
  severity: 'medium',
  rises_after_minutes: 10,
  rises_at: 600_000,
  escalates_at: null,
  snoozed_until: null,
  ...changes,
});

describe('an open alarm', () => {
  it('rises by one at its time, and again after the same time', () => {
    const { alarm: next, events } = age(alarm(), 600_000);
    expect(events).toEqual([{ alarm_id: 1, event: 'severity' }]);
    expect(next).toMatchObject({ severity: 'high', rises_at: 1_200_000 });
  });

  it('does not rise above the highest severity', () => {
    const { alarm: next, events } = age(alarm({ severity: 'critical' }), 600_000);
    expect(events).toEqual([]);
    expect(next).toMatchObject({ severity: 'critical', rises_at: null });
  });

  it('is escalated once', () => {
    const { alarm: next, events } = age(alarm({ rises_at: null, escalates_at: 5 }), 5);
    expect(events).toEqual([{ alarm_id: 1, event: 'escalated' }]);
    expect(age(next, 1_000_000).events).toEqual([]);
  });
});

describe('an alarm that somebody takes care of', () => {
  it('neither rises nor is escalated', () => {
    const { alarm: next, events } = age(alarm({ state: 'acknowledged', escalates_at: 5 }), 600_000);
    expect(events).toEqual([]);
    expect(next).toMatchObject({ severity: 'medium', rises_at: null, escalates_at: null });
  });

  it('is open again when its snooze has passed, and rises from then on', () => {
    const { alarm: next, events } = age(alarm({ state: 'snoozed', rises_at: null, snoozed_until: 7_000 }), 7_000);
    expect(events).toEqual([{ alarm_id: 1, event: 'woken' }]);
    expect(next).toMatchObject({ state: 'open', snoozed_until: null, rises_at: 607_000 });
  });
});
