import { expect, it } from 'vitest';
import { dueAt, isWanted } from './due.ts';

const person = {
  time_zone: 'Europe/Riga',
  alarm_mail: 'low',
  alarm_sms: 'critical',
  alarm_push: 'high',
  alarm_quiet: null,
} as const;
const at = (time: string): number => Date.parse(`2026-11-23T${time}Z`);
const quiet = { ...person, alarm_quiet: { from: '22:00', to: '06:30' } };

it('tells of severities from the chosen one on', () => {
  expect(isWanted('high', 'medium')).toBe(true);
  expect(isWanted('low', 'medium')).toBe(false);
  expect(isWanted('critical', 'never')).toBe(false);
  expect(dueAt(person, { channel: 'sms', severity: 'high', now: at('10:00') })).toBeNull();
  expect(dueAt(person, { channel: 'push', severity: 'medium', now: at('10:00') })).toBeNull();
  expect(dueAt(person, { channel: 'push', severity: 'high', now: at('10:00') })).not.toBeNull();
});

it.each([
  ['at once', person, 'medium', '21:00', '2026-11-23T21:00:00.000Z'],
  ['at the end of quiet hours, by the clock of the person', quiet, 'high', '21:00', '2026-11-24T04:30:00.000Z'],
  ['at once outside of quiet hours', quiet, 'high', '19:59', '2026-11-23T19:59:00.000Z'],
  ['at once at the end of quiet hours', quiet, 'high', '04:30', '2026-11-23T04:30:00.000Z'],
  ['at once although it is quiet, where it is critical', quiet, 'critical', '21:00', '2026-11-23T21:00:00.000Z'],
  ['the next morning, where it is low', person, 'low', '10:00', '2026-11-24T06:00:00.000Z'],
  ['the same morning, where it is low', person, 'low', '05:59', '2026-11-23T06:00:00.000Z'],
] as const)('tells %s', (_when, recipient, severity, now, due) => {
  expect(dueAt(recipient, { channel: 'mail', severity, now: at(now) })?.toISOString()).toBe(due);
});

it('understands quiet hours within a day', () => {
  const noon = { ...person, alarm_quiet: { from: '12:00', to: '14:00' } };
  expect(dueAt(noon, { channel: 'mail', severity: 'high', now: at('11:00') })?.toISOString()).toBe(
    '2026-11-23T12:00:00.000Z',
  );
  expect(dueAt(noon, { channel: 'mail', severity: 'high', now: at('12:00') })?.toISOString()).toBe(
    '2026-11-23T12:00:00.000Z',
  );
});

it.each([
  ['begins', '2026-03-28T22:30:00Z', '2026-03-29T03:30:00.000Z'],
  ['ends', '2026-10-24T21:30:00Z', '2026-10-25T04:30:00.000Z'],
])('ends quiet hours by the clock on the wall in the night in which summer time %s', (_what, now, due) => {
  expect(dueAt(quiet, { channel: 'mail', severity: 'high', now: Date.parse(now) })?.toISOString()).toBe(due);
});
