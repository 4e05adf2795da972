import { canReadAccount } from './accounts.ts';
import type { OwnerPolicy } from './owners.ts';

/** The rights to schedules and holiday calendars follow from their owner, as those to nodes do. */
export const canReadSchedule: OwnerPolicy = (caller, owner) => canReadAccount(caller, owner);
export const canEditSchedule: OwnerPolicy = (caller, owner) => canReadAccount(caller, owner);
