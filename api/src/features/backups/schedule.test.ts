import { expect, it } from 'vitest';
import { isOverdue, lastDue, nextDue, type ScheduleSettings } from './schedule.ts';

const at = (text: string): number => Date.parse(text);
const text = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const settings = (change: Partial<ScheduleSettings>): ScheduleSettings => ({
  schedule: 'daily',
  hour: 3,
  time_zone: 'Europe/Riga',
  scheduled_at: new Date('2020-01-01T00:00:00Z'),
  ...change,
});

// 26 November 2026 is a Thursday; Riga is two hours ahead of UTC.
it.each([
  ['daily', '2026-11-26T00:59:59Z', '2026-11-25T01:00:00.000Z', '2026-11-26T01:00:00.000Z'],
  ['daily', '2026-11-26T01:00:00Z', '2026-11-26T01:00:00.000Z', '2026-11-27T01:00:00.000Z'],
  ['weekly', '2026-11-26T12:00:00Z', '2026-11-23T01:00:00.000Z', '2026-11-30T01:00:00.000Z'],
  ['monthly', '2026-11-26T12:00:00Z', '2026-11-01T01:00:00.000Z', '2026-12-01T01:00:00.000Z'],
  // November has begun there and not in UTC, and its hour has not come.
  ['monthly', '2026-10-31T23:00:00Z', '2026-10-01T00:00:00.000Z', '2026-11-01T01:00:00.000Z'],
] as const)('%s at %s was due at %s, and is next at %s', (schedule, now, last, next) => {
  expect([text(lastDue(settings({ schedule }), at(now))), text(nextDue(settings({ schedule }), at(now)))]).toEqual([
    last,
    next,
  ]);
});

it('keeps its hour when the clocks change', () => {
  expect(text(nextDue(settings({}), at('2026-10-24T12:00:00Z')))).toBe('2026-10-25T00:00:00.000Z');
  expect(text(nextDue(settings({}), at('2026-10-25T12:00:00Z')))).toBe('2026-10-26T01:00:00.000Z');
});

it('makes none for what was due before the schedule was set, and none while it is off', () => {
  const set = { scheduled_at: new Date('2026-11-26T02:00:00Z') };
  expect(lastDue(settings(set), at('2026-11-26T12:00:00Z'))).toBeNull();
  expect(text(lastDue(settings(set), at('2026-11-27T12:00:00Z')))).toBe('2026-11-27T01:00:00.000Z');
  expect([lastDue, nextDue].map((due) => due(settings({ schedule: 'off' }), at('2026-11-27T12:00:00Z')))).toEqual([
    null,
    null,
  ]);
});

it.each([
  ['daily', '2026-11-25T02:00:00Z', '2026-11-26T13:59:00Z', false],
  ['daily', '2026-11-25T02:00:00Z', '2026-11-26T14:01:00Z', true],
  ['weekly', '2026-11-16T00:00:00Z', '2026-11-26T11:59:00Z', false],
  ['weekly', '2026-11-16T00:00:00Z', '2026-11-26T12:01:00Z', true],
  ['monthly', '2026-10-01T00:00:00Z', '2026-11-16T11:59:00Z', false],
  ['monthly', '2026-10-01T00:00:00Z', '2026-11-16T12:01:00Z', true],
  ['off', '2020-01-01T00:00:00Z', '2026-11-16T12:01:00Z', false],
] as const)('%s with the last one of %s: overdue at %s is %j', (schedule, done, now, overdue) => {
  expect(isOverdue(settings({ schedule }), new Date(done), at(now))).toBe(overdue);
});

it('is overdue without any backup, from when the schedule was set', () => {
  const set = settings({ scheduled_at: new Date('2026-11-25T02:00:00Z') });
  expect(isOverdue(set, null, at('2026-11-26T13:59:00Z'))).toBe(false);
  expect(isOverdue(set, null, at('2026-11-26T14:01:00Z'))).toBe(true);
});
