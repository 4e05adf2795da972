import { feedRoutes } from './feed.routes.ts';
import { holidaysRoutes } from './holidays/holidays.routes.ts';
import { schedulesRoutes as ownRoutes } from './schedules.routes.ts';

export { checkReferences, checkTimes } from './check-schedule.ts';
export { findHolidays } from './holidays/holidays.repository.ts';
export { occurrencesBetween } from './recurrence/expand.ts';
export { DAY_MS, localText, MINUTE_MS, toInstant, toLocal, toLocalMs, type LocalMs } from './recurrence/local-time.ts';
export { mapYielding } from './recurrence/map-yielding.ts';
export { runIdOf, uuidOf } from './recurrence/run-id.ts';
export { recurrenceOf, type Holidays } from './schedule-view.ts';
export {
  deleteSchedule,
  findSchedule,
  findSchedules,
  insertSchedule,
  setCompiled,
  setProblems,
} from './schedules.repository.ts';
export type { ScheduleRow } from './schedules.table.ts';

/** The routes with a word come before those with {id}. */
export const schedulesRoutes = [...feedRoutes, ...holidaysRoutes, ...ownRoutes];
