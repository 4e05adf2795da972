import { visibleOwners, type OwnersPolicy } from './visible-owners.ts';

/** The announcements that the caller reads, by the user who has started the run or owns its schedule. */
export const readableAnnouncements: OwnersPolicy = visibleOwners;

/** The announcements that the caller stops: those that they read. */
export const stoppableAnnouncements: OwnersPolicy = visibleOwners;

/** The places at which the caller speaks, by the owner of the node, group or device. */
export const speechTargets: OwnersPolicy = visibleOwners;
