import { visibleOwners, type OwnersPolicy } from './visible-owners.ts';

/** The invitations that an administrator sees and ends, by who has invited: an admin must not know of those of roots. */
export const manageableInvitations: OwnersPolicy = visibleOwners;
