// What holds at a node: language, voice, zone, targets.
export { SchedulePlace } from './schedule-place.tsx';
export { usePlaceName } from './use-place-name.ts';
export {
  PagePlace,
  READ_TABS,
  SCHEDULE_TABS,
  changedAddress,
  idOf,
  useContents,
  useScheduleAddress,
  useScheduleOwner,
  useSchedulePlace,
} from './schedule-address.ts';
export type { ContentType, ScheduleTab } from './schedule-address.ts';
