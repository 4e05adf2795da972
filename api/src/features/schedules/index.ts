// What plays when, and the programme that results.
export { checkReferences, checkTimes } from './check-schedule.ts';
export { scheduleFeedRoutes } from './feed.routes.ts';
export { budgetOf } from './members/schedule-access.ts';
export { schedulesRoutes } from './schedules.routes.ts';
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
