import { visibleOwners, type OwnersPolicy } from './visible-owners.ts';

/** The command runs that the caller reads, by the user who has started them. */
export const readableCommandRuns: OwnersPolicy = visibleOwners;

/** The command runs that the caller pauses, resumes and cancels: those that they read. */
export const changeableCommandRuns: OwnersPolicy = visibleOwners;
