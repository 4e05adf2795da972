/**
 * Programmes, runs and `stale_programmes` name what plays by the id of a schedule. Bells and silences of places have negative numbers there, so
 * that they never meet a schedule.
 */
export const runIdOfTimetable = (timetableId: number): number => -timetableId;

/** Below all numbers of timetables. */
export const SILENCES_FROM = -(2 ** 30);
export const runIdOfSilence = (companyId: number): number => SILENCES_FROM - companyId;

export const timetablesAmong = (ids: Iterable<number>): number[] =>
  [...ids].filter((id) => id < 0 && id > SILENCES_FROM).map((id) => -id);
