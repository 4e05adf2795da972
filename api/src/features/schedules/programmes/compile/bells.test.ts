import type { Bell } from '@belfry/schemas/http/bells/timetables';
import { describe, expect, it } from 'vitest';
import { BudgetError, spend } from '../../../../recurrence/expand.ts';
import type { BellInputs } from '../../../../recurrence/bell-day.ts';
import { createBellExpansion, createBellFinder } from './bells.ts';
import { rangeAt } from './expand.ts';

const DAY_MS = 86_400_000;
const ZONE = 'Europe/Berlin';
const SCHOOL = 2;
const [NORMAL, SHORT, EXAM] = [1, 2, 3];
const TIMES: Record<number, string[]> = {
  [NORMAL]: ['07:55', '08:00', '08:45', '09:30:30', '13:00', '23:59:59'],
  [SHORT]: ['08:00', '08:30', '11:00'],
  // In the hour that one change leaves out and the other one repeats.
  [EXAM]: ['02:30', '09:00', '12:00'],
};
const bell = (at: string): Bell => ({ at, label: '', sound: { type: 'chime', chime: 'bell' } });
const timetable = (id: number) => ({
  id,
  name: `Timetable ${id}`,
  volume: null,
  bells: (TIMES[id] ?? []).map(bell),
  updated_at: 0,
});
const HOLIDAYS = new Set(['2026-10-26', '2026-10-27', '2026-12-24', '2026-12-25', '2027-04-02']);
const EXAMS = ['2026-10-25', '2027-03-28', '2027-05-10', '2027-05-11', '2027-05-12', '2027-05-13', '2027-05-14'];
const bells: BellInputs = {
  timetables: new Map([NORMAL, SHORT, EXAM].map((id) => [id, timetable(id)])),
  places: new Map([
    [
      SCHOOL,
      {
        week: {
          weekdays: [NORMAL, NORMAL, NORMAL, NORMAL, SHORT, null, null],
          holiday_calendar_id: 9,
          holiday_timetable_id: null,
        },
        changed_at: 0,
        silence: null,
        exceptions: new Map<number, number | null>(),
      },
    ],
  ]),
  days: new Map([[SCHOOL, new Map(EXAMS.map((date) => [date, EXAM]))]]),
};
const inputs = { bells, holidays: new Map([[9, HOLIDAYS]]), messages: new Map() };
const place = createBellFinder(bells, (node) => (node === null ? [] : [node, 1]))(SCHOOL);
const plentiful = () => spend({ occurrences: 1_000_000, ms: 60_000 });
const planAt = (now: number, overrides: Partial<BellInputs> = {}) =>
  createBellExpansion({ ...inputs, bells: { ...bells, ...overrides } }, rangeAt(now), plentiful())(place, ZONE);

/** The clock of Berlin, of which only the formats of the platform are used here. */
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' });
/** The first instant, by the second, at which the clock shows a time; in the gap of spring an hour later. */
function instantOf(date: string, time: string): number {
  const wanted = `${date} ${time.padEnd(8, ':00')}`;
  const near = Date.parse(`${wanted.replace(' ', 'T')}Z`);
  const found = [-2, -1].map((hours) => near + hours * 3_600_000).find((at) => clock.format(at) === wanted);
  // 02:30 does not exist on 28 March 2027: the offset before the change gives 03:30.
  return found ?? near - 3_600_000;
}
const expectedOf = (date: string): number[] => {
  const day = new Date(`${date}T00:00Z`).getUTCDay();
  const usual = day === 0 || day === 6 ? undefined : day === 5 ? SHORT : NORMAL;
  const id = EXAMS.includes(date) ? EXAM : HOLIDAYS.has(date) ? undefined : usual;
  return (TIMES[id ?? 0] ?? []).map((time) => instantOf(date, time));
};

describe('the bells of a school year', () => {
  it('ring once each, on their second, over 40 weeks with holidays and two changes of the clocks', () => {
    const [begin, end] = [Date.parse('2026-09-07T00:00Z'), Date.parse('2027-06-14T00:00Z')];
    const rung = new Map<string, number>();
    for (let day = begin; day < end; day += DAY_MS) {
      for (const { run_id, at } of planAt(day).bells) {
        // Each compilation has the same runs at the same instants.
        expect(rung.get(run_id) ?? at).toBe(at);
        rung.set(run_id, at);
      }
    }
    const expected: number[] = [];
    for (let day = begin; day < end; day += DAY_MS)
      expected.push(...expectedOf(new Date(day).toISOString().slice(0, 10)));
    const found = [...rung.values()].filter((at) => at >= begin && at < end - 7_200_000);
    expect(found.toSorted((a, b) => a - b)).toEqual(
      expected.filter((at) => at >= begin && at < end - 7_200_000).toSorted((a, b) => a - b),
    );
    expect(found.length).toBeGreaterThan(900);
  });

  it('are those of seven days and more in each compilation', () => {
    const now = Date.parse('2026-11-09T12:00Z');
    const last = Math.max(...planAt(now).bells.map(({ at }) => at));
    expect(last - now).toBeGreaterThan(6 * DAY_MS);
  });
});

describe('a change of bells', () => {
  const now = Date.parse('2026-11-10T10:00Z');

  it('rings nothing that was before it', () => {
    const changed = new Map(bells.timetables).set(NORMAL, { ...timetable(NORMAL), updated_at: now });
    const normal = planAt(now, { timetables: changed }).bells.filter(({ row }) => row.id === -NORMAL);
    expect(Math.min(...normal.map(({ at }) => at))).toBeGreaterThanOrEqual(now - 60_000);
    const own = {
      week: bells.places.get(SCHOOL)?.week ?? null,
      changed_at: now,
      silence: null,
      exceptions: new Map<number, number | null>(),
    };
    const all = planAt(now, { places: new Map([[SCHOOL, own]]) }).bells;
    expect(Math.min(...all.map(({ at }) => at))).toBeGreaterThanOrEqual(now - 60_000);
  });

  it('silences as long as it says, and not once that is over', () => {
    const own = bells.places.get(SCHOOL);
    const silent = (from: number, until: number) =>
      planAt(now, {
        places: new Map([
          [
            SCHOOL,
            {
              week: null,
              changed_at: 0,
              exceptions: new Map<number, number | null>(),
              ...own,
              silence: { from, until },
            },
          ],
        ]),
      }).silences;
    expect(silent(now, now + 3_600_000)).toMatchObject([
      { at: now, until: now + 3_600_000, row: { action: { type: 'silence' } } },
    ]);
    expect(silent(now - 9 * DAY_MS, now - 8 * DAY_MS)).toEqual([]);
  });
});

it('bells end a compilation that needs more of them than its budget has', () => {
  const expand = createBellExpansion(
    inputs,
    rangeAt(Date.parse('2026-11-09T12:00Z')),
    spend({ occurrences: 10, ms: 60_000 }),
  );
  expect(() => expand(place, ZONE)).toThrow(BudgetError);
});
