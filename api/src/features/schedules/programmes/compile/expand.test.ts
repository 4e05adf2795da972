import { describe, expect, it } from 'vitest';
import { spend, type Range } from '../../../../recurrence/expand.ts';
import { toInstant } from '../../../../recurrence/local-time.ts';
import type { ScheduleRow } from '../../index.ts';
import { expandSchedule, rangeAt, expandDayWindows, type DayWindow, resolveOverlaps } from './expand.ts';

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
  created_by: null,
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

const span = (schedule_id: number, at: number, until: number, priority = 5) => ({
  schedule_id,
  at,
  until,
  priority,
  local: at,
});

const resolved = (...spans: ReturnType<typeof span>[]) =>
  resolveOverlaps(spans).map(({ schedule_id, at, until, part }) => [schedule_id, at, until, part]);

const winnerAt = (spans: ReturnType<typeof span>[], at: number): number | undefined =>
  spans
    .filter((one) => one.at <= at && at < one.until)
    .sort((a, b) => b.priority - a.priority || b.at - a.at || b.schedule_id - a.schedule_id)[0]?.schedule_id;

describe('spans that overlap', () => {
  it('are divided as if each instant were decided alone', () => {
    for (let round = 0; round < 50; round += 1) {
      const spans = Array.from({ length: 30 }, (_, id) => {
        const at = (id * 37 + round * 11) % 97;
        return span(id + 1, at, at + 1 + ((id * 13 + round) % 40), 1 + ((id + round) % 3));
      });
      const parts = resolveOverlaps(spans);
      for (let at = 0; at < 140; at += 1)
        expect(parts.find((part) => part.at <= at && at < part.until)?.schedule_id).toBe(winnerAt(spans, at));
    }
  });

  it('are divided quickly, however many last for long', () => {
    const spans = Array.from({ length: 20_000 }, (_, at) => span(1 + (at % 20), at, at + 20_000));
    const { user } = process.cpuUsage();
    expect(resolveOverlaps(spans).length).toBeGreaterThanOrEqual(20_000);
    expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(2_000);
  });

  it('stay as they are where they do not', () => {
    expect(resolved(span(2, 10, 20), span(1, 0, 10))).toEqual([
      [1, 0, 10, 0],
      [2, 10, 20, 0],
    ]);
  });

  it('give way to a higher priority and continue after it as another part', () => {
    expect(resolved(span(1, 0, 100), span(2, 40, 60, 9))).toEqual([
      [1, 0, 40, 0],
      [2, 40, 60, 0],
      [1, 60, 100, 1],
    ]);
  });

  it('give way to what begins later at the same priority', () => {
    expect(resolved(span(1, 0, 100), span(2, 40, 160))).toEqual([
      [1, 0, 40, 0],
      [2, 40, 160, 0],
    ]);
  });

  it('are left out where something above them lasts longer', () => {
    expect(resolved(span(1, 10, 20, 1), span(2, 0, 30, 9))).toEqual([[2, 0, 30, 0]]);
  });

  it('do not overlap afterwards, whatever they were', () => {
    const spans = Array.from({ length: 300 }, (_, n) =>
      span(n, (n * 37) % 500, ((n * 37) % 500) + ((n * 13) % 90) + 1, (n % 9) + 1),
    );
    const parts = resolveOverlaps(spans);
    for (const [index, part] of parts.entries()) {
      expect(part.until).toBeGreaterThan(part.at);
      expect(part.at).toBeGreaterThanOrEqual(parts[index - 1]?.until ?? 0);
    }
  });
});

const window = (overrides: Partial<DayWindow> = {}): DayWindow => ({
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '08:00',
  to: '18:00',
  playlist_id: 1,
  station_id: null,
  volume: null,
  ...overrides,
});

const expandWindows = (windows: DayWindow[], from: string, to: string, zone = 'Europe/Berlin') =>
  expandDayWindows(windows, zone, { from: Date.parse(from), to: Date.parse(to) }).map((entry) =>
    [entry.from, entry.until].map((at) => new Date(at).toISOString()),
  );

describe('a day programme', () => {
  it('has its windows on their days in the zone of the place', () => {
    expect(expandWindows([window({ days: [1] })], '2026-11-23T00:00Z', '2026-11-30T00:00Z')).toEqual([
      ['2026-11-23T07:00:00.000Z', '2026-11-23T17:00:00.000Z'],
    ]);
  });

  it('has a window over midnight that began the day before', () => {
    expect(
      expandWindows([window({ days: [7], from: '22:00', to: '02:00' })], '2026-11-23T00:00Z', '2026-11-23T12:00Z'),
    ).toEqual([['2026-11-22T21:00:00.000Z', '2026-11-23T01:00:00.000Z']]);
  });

  it('has an hour less in the night of the spring change', () => {
    const [[from = '', until = ''] = []] = expandWindows(
      [window({ days: [6], from: '22:00', to: '06:00' })],
      '2026-03-28T12:00Z',
      '2026-03-29T12:00Z',
    );
    expect(Date.parse(until) - Date.parse(from)).toBe(7 * 3_600_000);
  });
});
