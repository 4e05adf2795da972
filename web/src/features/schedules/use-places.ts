import { useTargetNodes } from '../places/targets-api.ts';
import { useScheduleOwner } from './use-schedule-owner.ts';

/** The nodes of the owner whose schedules are shown, for pickers. */
export const usePlaces = () => useTargetNodes(useScheduleOwner());
