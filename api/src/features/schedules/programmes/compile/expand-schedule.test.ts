import { describe, expect, it } from 'vitest';
import { spend } from '../../../../recurrence/budget.ts';
import type { Range } from '../../../../recurrence/expand-in-zone.ts';
import { toInstant } from '../../../../recurrence/local-time.ts';
import type { ScheduleRow } from '../../index.ts';
import { expandSchedule, rangeAt } from './expand-schedule.ts';

const row = (overrides: Partial<ScheduleRow>): ScheduleRow => ({
  id: 1,
  user_id: 1,
  name: 'Bell',
  action: { type: 'silence' },
  starts_at: '2026-01-01T08:00',
  duration_minutes: null,
  rrule: 'FREQ=DAILY',
  exceptions: [],
  until_date: null,
  holiday_calendar_id: null,
  targets: { nodes: [1], groups: [], devices: [], except: { nodes: [], groups: [], devices: [] } },
  priority: 5,
  volume: null,
  missed: { policy: 'skip', minutes: 5 },
  enabled: true,
  revision: 1,
  devices: 0,
  time_zone: null,
  problem: null,
  occurrences: null,
  created_at: new Date(0),
  updated_at: new Date(0),
  ...overrides,
});
const expand = (overrides: Partial<ScheduleRow>, zone: string, from: string, to: string) =>
  inZones(overrides, [zone], { from: Date.parse(from), to: Date.parse(to) })
    .get(zone)
    ?.map(({ at }) => new Date(at).toISOString());
const inZones = (overrides: Partial<ScheduleRow>, zones: readonly string[], range: Range) =>
  expandSchedule(row(overrides), zones, range, {
    holidays: new Map(),
    spending: spend({ occurrences: 1_000_000, ms: 60_000 }),
  });

describe('the instants of a schedule in a zone', () => {
  it('are the same for many zones at once, also on days on which the offset changes', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati', '+05:30'];
    for (const day of ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']) {
      const range = { from: Date.parse(day) - 86_400_000, to: Date.parse(day) + 2 * 86_400_000 };
      const found = inZones({ rrule: 'FREQ=MINUTELY;INTERVAL=15' }, zones, range);
      for (const zone of zones) {
        const list = found.get(zone) ?? [];
        expect(list.length).toBeGreaterThan(280);
        expect(list.map(({ at }) => at)).toEqual(list.map(({ local }) => toInstant(local, zone)));
      }
    }
  });

  it.each([
    ['Pacific/Kiritimati', '2026-11-22T18:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-11-22T19:00:00.000Z'],
  ])('are those of its wall-clock time, also in %s', (zone, first) => {
    expect(expand({}, zone, '2026-11-22T12:00Z', '2026-11-23T12:00Z')).toEqual([first]);
  });

  it.each([
    ['Europe/Berlin', '2026-03-27T00:00Z', '2026-03-31T00:00Z', 4],
    ['Europe/Berlin', '2026-10-23T00:00Z', '2026-10-27T00:00Z', 4],
    ['America/New_York', '2026-03-07T08:00Z', '2026-03-11T08:00Z', 4],
    ['Australia/Lord_Howe', '2026-10-02T00:00Z', '2026-10-06T00:00Z', 4],
  ])('are one a day through the change of %s', (zone, from, to, count) => {
    expect(expand({ starts_at: '2026-01-01T02:30' }, zone, from, to)).toHaveLength(count);
  });

  it('include a window over midnight that is still open', () => {
    const night = { starts_at: '2026-01-01T22:00', duration_minutes: 480 };
    expect(expand(night, 'UTC', '2026-11-23T05:00Z', '2026-11-23T06:00Z')).toEqual(['2026-11-22T22:00:00.000Z']);
    expect(expand(night, 'UTC', '2026-11-23T06:00Z', '2026-11-23T07:00Z')).toEqual([]);
  });

  it('happen on a leap day in leap years only', () => {
    const leap = { starts_at: '2024-02-29T08:00', rrule: 'FREQ=YEARLY' };
    expect(expand(leap, 'UTC', '2028-02-26T00:00Z', '2028-03-04T00:00Z')).toEqual(['2028-02-29T08:00:00.000Z']);
    expect(expand(leap, 'UTC', '2027-02-26T00:00Z', '2027-03-04T00:00Z')).toEqual([]);
  });

  it('are not repeated by an edit after them', () => {
    const edited = { updated_at: new Date('2026-11-23T10:00Z') };
    expect(expand(edited, 'UTC', '2026-11-23T00:00Z', '2026-11-25T00:00Z')).toEqual(['2026-11-24T08:00:00.000Z']);
    const playing = { ...edited, duration_minutes: 180 };
    expect(expand(playing, 'UTC', '2026-11-23T00:00Z', '2026-11-24T00:00Z')).toEqual(['2026-11-23T08:00:00.000Z']);
  });
});

describe('the days of a programme', () => {
  const iso = ({ from, to }: { from: number; to: number }) => [from, to].map((at) => new Date(at).toISOString());

  it('are the same from 18:00 UTC to the next 18:00', () => {
    const days = ['2026-01-13T00:00:00.000Z', '2026-01-23T00:00:00.000Z'];
    expect(iso(rangeAt(Date.UTC(2026, 0, 14, 18)))).toEqual(days);
    expect(iso(rangeAt(Date.UTC(2026, 0, 15, 17, 59)))).toEqual(days);
  });

  it('are seven at least until the last device knows the next one', () => {
    const before = rangeAt(Date.UTC(2026, 0, 15, 17, 59));
    expect(before.to - Date.UTC(2026, 0, 16)).toBe(7 * 86_400_000);
  });
});
