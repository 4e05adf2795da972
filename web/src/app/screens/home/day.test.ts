import { expect, it } from 'vitest';
import { dayIn } from './day.ts';

it('has the date of a zone and its midnight', () => {
  const now = Date.parse('2026-11-23T22:30:00.500Z');
  expect(dayIn(now, 'UTC')).toEqual({ date: '2026-11-23', startsAt: Date.parse('2026-11-23T00:00:00Z') });
  expect(dayIn(now, 'Europe/Moscow')).toEqual({ date: '2026-11-24', startsAt: Date.parse('2026-11-23T21:00:00Z') });
  expect(dayIn(now, 'Asia/Kolkata')).toEqual({ date: '2026-11-24', startsAt: Date.parse('2026-11-23T18:30:00Z') });
});

it('begins at midnight where the clocks have changed since', () => {
  const spring = Date.parse('2026-03-29T12:00:00Z');
  expect(dayIn(spring, 'Europe/Berlin').startsAt).toBe(Date.parse('2026-03-28T23:00:00Z'));
  const autumn = Date.parse('2026-10-25T12:00:00Z');
  expect(dayIn(autumn, 'Europe/Berlin').startsAt).toBe(Date.parse('2026-10-24T22:00:00Z'));
});
