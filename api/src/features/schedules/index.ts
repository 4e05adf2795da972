// What plays when, and the programme that results.
import { bellsRoutes } from './bells/bells.routes.ts';
import { timetablesRoutes } from './bells/timetables.routes.ts';
import { feedRoutes } from './feed.routes.ts';
import { holidaysRoutes } from './holidays/holidays.routes.ts';
import { schedulesRoutes as ownRoutes } from './schedules.routes.ts';

export { checkReferences, checkTimes } from './check-schedule.ts';
export { silenceFor } from './bells/bells.service.ts';
export { findBellInputs } from './bells/bell-inputs.repository.ts';
export { clearTimetableProblems, findTimetableIds } from './bells/timetables.repository.ts';
export { findHolidays } from './holidays/holidays.repository.ts';
export { budgetOf } from './members/schedule-access.ts';
export { scheduleGrant } from './schedules.service.ts';
export { seenSchedules } from './members/seen-schedules.ts';
export {
  deleteSchedule,
  findSchedule,
  findSchedules,
  findSchedulesOf,
  insertSchedule,
  setCompiled,
  setProblems,
  type ScheduleRow,
} from './schedules.repository.ts';

/** The routes with a word come before those with {id}. */
export const schedulesRoutes = [...feedRoutes, ...holidaysRoutes, ...timetablesRoutes, ...bellsRoutes, ...ownRoutes];
