// What the address of the screen of schedules names: owner, place, tab and filters.
export {
  READ_TABS,
  SCHEDULE_TABS,
  changedAddress,
  idOf,
  useContents,
  usePlaces,
  useScheduleAddress,
  useScheduleOwner,
} from './schedule-address.ts';
export type { ContentType, ScheduleAddress, ScheduleTab } from './schedule-address.ts';
