import { describe, expect, it } from 'vitest';
import { bellDayOf, type BellInputs, datesBetween, nextChangeOf } from './bell-day.ts';

const [NORMAL, SHORT, EXAM] = [1, 2, 3];
const HOLIDAYS = new Map([[7, new Set(['2026-05-01', '2026-05-04'])]]);
const week = (holiday_timetable_id: number | null = null) => ({
  weekdays: [NORMAL, NORMAL, NORMAL, NORMAL, SHORT, null, null],
  holiday_calendar_id: 7,
  holiday_timetable_id,
});
const place = (own: ReturnType<typeof week> | null) => ({
  week: own,
  changed_at: 0,
  silence: null,
  exceptions: new Map<number, number | null>(),
});
/** The school 2 is below the district 1. */
const CHAIN = [2, 1];
const inputs = (overrides: Partial<BellInputs> = {}): BellInputs => ({
  timetables: new Map(),
  places: new Map([[1, place(week())]]),
  days: new Map(),
  ...overrides,
});
const dayOf = (date: string, bells = inputs()) => {
  const { timetable_id, origin, source_company_id } = bellDayOf(CHAIN, date, bells, HOLIDAYS);
  return [timetable_id, origin, source_company_id];
};

describe('the timetable of a day', () => {
  it('is that of the weekday, of the nearest node with a week', () => {
    expect(dayOf('2026-05-05')).toEqual([NORMAL, 'weekday', 1]);
    expect(dayOf('2026-05-08')).toEqual([SHORT, 'weekday', 1]);
    expect(dayOf('2026-05-09')).toEqual([null, 'weekday', 1]);
    const own = inputs({
      places: new Map([...inputs().places, [2, place({ ...week(), weekdays: Array(7).fill(EXAM) })]]),
    });
    expect(dayOf('2026-05-05', own)).toEqual([EXAM, 'weekday', 2]);
    expect(dayOf('2026-05-05', inputs({ places: new Map() }))).toEqual([null, 'none', null]);
  });

  it('is that of holidays on a holiday, and what is painted above both', () => {
    expect(dayOf('2026-05-04')).toEqual([null, 'holiday', 1]);
    expect(dayOf('2026-05-04', inputs({ places: new Map([[1, place(week(SHORT))]]) }))).toEqual([SHORT, 'holiday', 1]);
    const painted = inputs({ days: new Map([[1, new Map([['2026-05-04', EXAM]])]]) });
    expect(dayOf('2026-05-04', painted)).toEqual([EXAM, 'painted', 1]);
  });

  it('is what the nearest node has painted, also where that is no bells', () => {
    const painted = inputs({
      days: new Map<number, ReadonlyMap<string, number | null>>([
        [1, new Map([['2026-05-05', EXAM]])],
        [2, new Map([['2026-05-05', null]])],
      ]),
    });
    expect(dayOf('2026-05-05', painted)).toEqual([null, 'painted', 2]);
  });
});

describe('the next change', () => {
  const from = (date: string, bells: BellInputs) =>
    nextChangeOf(
      datesBetween(date, '2026-06-01').map((day) => bellDayOf(CHAIN, day, bells, new Map())),
      week(),
    );
  const exams = inputs({
    days: new Map([[2, new Map(['2026-05-18', '2026-05-19', '2026-05-20'].map((date) => [date, EXAM] as const))]]),
  });

  it('is the first day of an exception, and in one the first day after it', () => {
    expect(from('2026-05-04', exams)).toEqual({ date: '2026-05-18', timetable_id: EXAM });
    expect(from('2026-05-18', exams)).toEqual({ date: '2026-05-21', timetable_id: NORMAL });
    expect(from('2026-05-21', exams)).toBeNull();
  });

  it('is no weekend and no other weekday of the week', () => {
    expect(from('2026-05-04', inputs())).toBeNull();
  });

  it('is after a weekend where the exception goes on', () => {
    const dates = ['2026-05-14', '2026-05-15', '2026-05-18'];
    const bells = inputs({ days: new Map([[2, new Map(dates.map((date) => [date, EXAM] as const))]]) });
    expect(from('2026-05-14', bells)).toEqual({ date: '2026-05-19', timetable_id: NORMAL });
  });
});
