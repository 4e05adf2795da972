import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { timetablesHttp, type Timetable } from '@belfry/schemas/http/bells/timetables';
import type { TestUser } from './factories.ts';
import { success, type HttpClient } from './http-client.ts';
import { dateIn } from './programmes.ts';

export const BELL_CHIME = { type: 'chime', chime: 'bell' };
export const bell = (at: string, overrides: object = {}) => ({ at, sound: BELL_CHIME, ...overrides });
/** A week with the same timetable each day, or without bells. */
export const everyDay = (timetableId: number | null): (number | null)[] => Array.from({ length: 7 }, () => timetableId);

/** A time as the clocks of the school show it. */
export const localOf = (at: string): string =>
  new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' });

export type Bells = ReturnType<typeof bellsOf>;
/** The bells of an organisation, by calls of its owner. */
export function bellsOf(api: Pick<HttpClient, 'call'>, owner: TestUser) {
  return {
    /** A timetable with bells at these times. */
    timetable: (name: string, times: readonly string[], overrides: object = {}): Promise<Timetable> => {
      const body = { name, colour: 'blue', bells: times.map((at) => bell(at)), ...overrides };
      return success(api.call(timetablesHttp.create, owner, body));
    },
    week: (company_id: number, weekdays: readonly (number | null)[], overrides: object = {}) =>
      api.call(bellsHttp.week, owner, {
        company_id,
        week: { weekdays, holiday_calendar_id: null, holiday_timetable_id: null, ...overrides },
      }),
    paint: (company_id: number, from: string, to: string, paint: object) =>
      api.call(bellsHttp.paint, owner, { company_id, ranges: [{ from, to }], paint }),
    read: async (company_id: number, [from, to] = [dateIn(0), dateIn(30)]) =>
      (await api.call(bellsHttp.read, owner, { company_id, from, to })).body,
  };
}
