import { describe, expect, it } from 'vitest';
import { expandDayWindows, type DayWindow } from './day-windows.ts';
import { resolveOverlaps } from './windows.ts';

const span = (schedule_id: number, at: number, until: number, priority = 5) => ({
  schedule_id,
  at,
  until,
  priority,
  local: at,
});
const resolved = (...spans: ReturnType<typeof span>[]) =>
  resolveOverlaps(spans).map(({ schedule_id, at, until, part }) => [schedule_id, at, until, part]);

/** At each instant the one that counts, found by looking at all of them. */
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
const expand = (windows: DayWindow[], from: string, to: string, zone = 'Europe/Berlin') =>
  expandDayWindows(windows, zone, { from: Date.parse(from), to: Date.parse(to) }).map((entry) =>
    [entry.from, entry.until].map((at) => new Date(at).toISOString()),
  );

describe('a day programme', () => {
  it('has its windows on their days in the zone of the place', () => {
    expect(expand([window({ days: [1] })], '2026-11-23T00:00Z', '2026-11-30T00:00Z')).toEqual([
      ['2026-11-23T07:00:00.000Z', '2026-11-23T17:00:00.000Z'],
    ]);
  });

  it('has a window over midnight that began the day before', () => {
    expect(
      expand([window({ days: [7], from: '22:00', to: '02:00' })], '2026-11-23T00:00Z', '2026-11-23T12:00Z'),
    ).toEqual([['2026-11-22T21:00:00.000Z', '2026-11-23T01:00:00.000Z']]);
  });

  it('has an hour less in the night of the spring change', () => {
    const [[from = '', until = ''] = []] = expand(
      [window({ days: [6], from: '22:00', to: '06:00' })],
      '2026-03-28T12:00Z',
      '2026-03-29T12:00Z',
    );
    expect(Date.parse(until) - Date.parse(from)).toBe(7 * 3_600_000);
  });
});
