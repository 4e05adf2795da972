import { expect, it } from 'vitest';
import type { Recurrence } from './expand.ts';
import { localText, MINUTE_MS, toLocalMs } from './local-time.ts';
import { countOccurrences, findNext, findTouching, listFirst, toListed } from './works.ts';

const BUDGET = { occurrences: 100_000, ms: 60_000 };
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const recurrence = (starts_at: string, rrule: string | null, overrides: Partial<Recurrence> = {}): Recurrence => ({
  starts_at,
  rrule,
  exceptions: [],
  until_date: null,
  holidays: new Set(),
  ...overrides,
});

const minutely = recurrence('2026-11-01T00:00', 'FREQ=MINUTELY');

it('a rule is counted from its next occurrence on, however late that is', () => {
  const from = toLocalMs('2026-11-01');
  const count = (rule: Recurrence, lengthMs = 0) =>
    countOccurrences({ recurrence: rule, lengthMs, from, windowMs: WEEK_MS, budget: BUDGET });
  expect(count(minutely)).toBe(10_080);
  expect(count(recurrence('2030-05-01T00:00', 'FREQ=MINUTELY'))).toBe(10_080);
  expect(count(recurrence('2026-11-01T08:00', 'FREQ=DAILY'))).toBe(7);
  expect(count(recurrence('2026-11-01T08:00', null))).toBe(1);
  expect(count(recurrence('2026-10-01T08:00', null))).toBe(0);
  expect(count(minutely, WEEK_MS)).toBe(2 * 10_080);
});

it('the next occurrence is not found within no time, which does not concern the others', () => {
  const daily = { recurrence: recurrence('2026-11-01T08:00', 'FREQ=DAILY'), from: toLocalMs('2026-11-05') };
  const once = { recurrence: recurrence('2026-11-01T08:00', null), from: toLocalMs('2026-11-05') };
  expect(findNext({ items: [daily, once], msEach: 1_000, ms: 10_000 })).toEqual([toLocalMs('2026-11-05T08:00'), null]);
  expect(findNext({ items: [daily], msEach: 0, ms: 10_000 })).toEqual([undefined]);
});

it('the first occurrences of several rules are by time', () => {
  const [from, to] = [toLocalMs('2026-11-02'), toLocalMs('2026-11-09')];
  const common = { lengthMs: 30 * MINUTE_MS, zone: 'Europe/Berlin', from, to };
  const items = [
    { ...common, recurrence: recurrence('2026-11-01T09:00', 'FREQ=DAILY') },
    { ...common, recurrence: recurrence('2026-11-01T08:00', 'FREQ=DAILY') },
  ];
  const listed = toListed(listFirst({ items, max: 3, maxEach: 2, budget: BUDGET }));
  expect(listed.map(({ index, local }) => [index, localText(local).slice(0, 13)])).toEqual([
    [1, '2026-11-02T08'],
    [0, '2026-11-02T09'],
    [1, '2026-11-03T08'],
  ]);
  expect(listed[0]).toMatchObject({
    at: Date.parse('2026-11-02T07:00Z'),
    until: Date.parse('2026-11-02T07:30Z'),
  });
});

it('of a rule that lasts until long after its next occurrence, the last ones of a minute are found', () => {
  const at = Date.parse('2026-11-20T12:00Z');
  const range = { from: at, to: at + MINUTE_MS };
  const ask = (overrides: Partial<Recurrence>) =>
    findTouching({
      items: [{ recurrence: { ...minutely, ...overrides }, lengthMs: WEEK_MS }],
      zone: 'UTC',
      range,
      maxEach: 3,
      budget: BUDGET,
    })[0]?.map(({ local, happens }) => [localText(local).slice(5, 16), happens]);
  expect(ask({})).toEqual([
    ['11-20T11:58', true],
    ['11-20T11:59', true],
    ['11-20T12:00', true],
  ]);
  // The one that happens is found before them.
  expect(ask({ exceptions: ['2026-11-20'] })).toEqual([
    ['11-19T23:59', true],
    ['11-20T11:58', false],
    ['11-20T11:59', false],
    ['11-20T12:00', false],
  ]);
});
