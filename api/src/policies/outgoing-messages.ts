import { isAdministrator } from '@belfry/schemas/domain/roles';
import { canSeeRoots } from './accounts.ts';
import type { Policy } from './policy.ts';

export type OutgoingMessagePolicy = Policy<{ to_root: boolean }>;

/** Administrators read messages, and those to root accounts only roots: they carry codes and links. */
export const canReadOutgoingMessage: OutgoingMessagePolicy = (caller, { to_root }) =>
  isAdministrator(caller.role) && (!to_root || canSeeRoots(caller));
