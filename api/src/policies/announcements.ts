import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Account } from './accounts.ts';
import type { Policy } from './policy.ts';

/** The user who has started the run, or owns its schedule. */
type Started = { user_id: number | null };
export type AnnouncementPolicy = Policy<Started>;

/** People read their own announcements, administrators all. */
export const canReadAnnouncement: AnnouncementPolicy = (caller, run) =>
  isAdministrator(caller.role) || run.user_id === caller.id;

/** Whether what was announced at the places of this user may be listed. */
export const canReadAnnouncementsOf: Policy<Account> = (caller, owner) =>
  canReadAnnouncement(caller, { user_id: owner.id });

/** People stop their own announcements, administrators all. */
export const canStopAnnouncement: AnnouncementPolicy = (caller, run) => canReadAnnouncement(caller, run);

/** A policy for statements that load runs themselves: whose runs this user finds, or null where they find all. */
export const requiredStarter = (policy: AnnouncementPolicy, caller: Parameters<AnnouncementPolicy>[0]): number | null =>
  policy(caller, { user_id: null }) ? null : caller.id;
