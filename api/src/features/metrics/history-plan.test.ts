import { HISTORY_POINTS_MAX } from '@belfry/schemas/domain/limits';
import { describe, expect, it } from 'vitest';
import { planHistory, type HistoryRequest } from './history-plan.ts';

const at = (text: string): number => Date.parse(`${text}:00Z`);
const NOW = at('2026-11-20T10:30');
const request = (from: string, overrides: Partial<HistoryRequest> = {}): HistoryRequest => ({
  from: at(from),
  to: NOW,
  resolution: 'auto',
  now: NOW,
  visibleFrom: -Infinity,
  rolledUntil: at('2026-11-18T00:00'),
  retention: { raw: 30, hourly: 400, daily: 1_830 },
  ...overrides,
});
const segmentsOf = (from: string, overrides: Partial<HistoryRequest> = {}) =>
  planHistory(request(from, overrides)).segments.map((segment) => [
    segment.source,
    new Date(segment.from).toISOString().slice(0, 16),
    new Date(segment.to).toISOString().slice(0, 16),
  ]);

describe('the steps of a history', () => {
  it.each([
    ['an hour', '2026-11-20T09:30', 'raw', 300],
    ['24 hours', '2026-11-19T10:30', 'raw', 300],
    ['two days', '2026-11-18T10:30', 'raw', 600],
    ['a week', '2026-11-13T10:30', 'hourly', 3_600],
    ['30 days', '2026-10-21T10:30', 'hourly', 7_200],
    ['a quarter', '2026-08-20T10:30', 'hourly', 21_600],
    ['a year', '2025-11-20T10:30', 'daily', 86_400],
    ['ten years', '2016-11-20T10:30', 'daily', 7 * 86_400 * 1],
  ])('of %s are as fine as the points allow', (_range, from, resolution, seconds) => {
    const plan = planHistory(request(from));
    expect(plan).toMatchObject({ resolution });
    const points = (plan.to - plan.from) / plan.stepMs;
    expect(points).toBeLessThanOrEqual(HISTORY_POINTS_MAX);
    if (resolution !== 'daily' || points < HISTORY_POINTS_MAX / 2)
      expect(plan.stepMs / 1_000).toBeGreaterThanOrEqual(seconds);
    else expect(plan.stepMs / 1_000).toBe(seconds);
  });

  it('are coarser where finer data is no longer stored', () => {
    const day = (from: string) => planHistory(request(from, { to: at(from) + 86_400_000 })).resolution;
    expect(day('2026-10-21T00:00')).toBe('raw');
    expect(day('2026-10-20T00:00')).toBe('hourly');
    expect(day('2025-10-16T00:00')).toBe('hourly');
    expect(day('2025-10-15T00:00')).toBe('daily');
  });

  it('are those that are asked for, or coarser ones for a range with too many', () => {
    const plan = (from: string, resolution: HistoryRequest['resolution']) =>
      planHistory(request(from, { resolution, to: at(from) + 3_600_000 }));
    expect(plan('2026-11-20T09:00', 'raw')).toMatchObject({ resolution: 'raw', stepMs: 60_000 });
    expect(plan('2026-11-20T09:00', 'hourly')).toMatchObject({ resolution: 'hourly', stepMs: 3_600_000 });
    expect(plan('2026-11-20T09:00', 'daily')).toMatchObject({ resolution: 'daily', stepMs: 86_400_000 });
    expect(planHistory(request('2026-10-25T00:00', { resolution: 'raw' })).resolution).toBe('hourly');
  });
});

describe('the tables of a history', () => {
  it('are those of records after the days that are rolled up', () => {
    expect(segmentsOf('2026-11-13T10:30')).toEqual([
      ['hourly', '2026-11-13T10:00', '2026-11-18T00:00'],
      ['raw', '2026-11-18T00:00', '2026-11-20T11:00'],
    ]);
    expect(segmentsOf('2025-11-20T10:30')).toEqual([
      ['daily', '2025-11-20T00:00', '2026-11-18T00:00'],
      ['raw', '2026-11-18T00:00', '2026-11-21T00:00'],
    ]);
  });

  it('are those of records only while nothing is rolled up, as far as they are stored', () => {
    expect(segmentsOf('2025-11-20T10:30', { rolledUntil: null })).toEqual([
      ['raw', '2026-10-21T00:00', '2026-11-21T00:00'],
    ]);
  });

  it('begin for an owner when the device became theirs, not with the hour or day that it was shared with the one before', () => {
    expect(segmentsOf('2025-11-20T10:30', { visibleFrom: at('2026-11-03T05:20') })).toEqual([
      ['raw', '2026-11-03T05:20', '2026-11-03T06:00'],
      ['hourly', '2026-11-03T06:00', '2026-11-04T00:00'],
      ['daily', '2026-11-04T00:00', '2026-11-18T00:00'],
      ['raw', '2026-11-18T00:00', '2026-11-21T00:00'],
    ]);
    expect(segmentsOf('2026-11-13T10:30', { visibleFrom: at('2026-11-19T05:20') })).toEqual([
      ['raw', '2026-11-19T05:20', '2026-11-20T11:00'],
    ]);
    expect(segmentsOf('2026-11-20T09:30', { visibleFrom: at('2026-11-20T10:17') })).toEqual([
      ['raw', '2026-11-20T10:17', '2026-11-20T10:30'],
    ]);
  });

  it('are none before records of the hour that an owner sees in part are kept', () => {
    expect(segmentsOf('2025-11-20T10:30', { visibleFrom: at('2026-06-03T05:20') }).slice(0, 2)).toEqual([
      ['hourly', '2026-06-03T06:00', '2026-06-04T00:00'],
      ['daily', '2026-06-04T00:00', '2026-11-18T00:00'],
    ]);
  });

  it('are none for a range before the device was theirs', () => {
    expect(segmentsOf('2026-11-01T00:00', { to: at('2026-11-05T00:00'), visibleFrom: at('2026-11-10T00:00') })).toEqual(
      [],
    );
  });
});
