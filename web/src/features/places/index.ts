// What holds at a node: language, voice, zone, targets.
export { NodeSelect, OwnerChoice } from './place-choices.tsx';
export { SeenNodeSelect } from './seen-node-select.tsx';
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
