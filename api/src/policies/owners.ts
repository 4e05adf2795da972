import { isAdministrator } from '@belfry/schemas/domain/roles';
import { type Account, type Caller, canReadAccount, canSeeRoots, type Policy } from './accounts.ts';

/**
 * Whose objects a caller finds: their own, those of everybody but roots, or those of everybody. Objects without an owner are found
 * by administrators. Statements apply it with `ownedBy`, so that no object is loaded that the caller must not know of.
 */
export type VisibleOwners = { kind: 'own'; id: number } | { kind: 'all-but-roots' } | { kind: 'all' };

/** A policy for statements that load the objects themselves: whose objects the caller may use in the way that its name states. */
export type OwnersPolicy = (caller: Caller) => VisibleOwners;

/** People find what is their own, admins what belongs to anybody but a root, and roots everything; see USER-8. */
export const visibleOwners: OwnersPolicy = (caller) => {
  if (!isAdministrator(caller.role)) return { kind: 'own', id: caller.id };
  return canSeeRoots(caller) ? { kind: 'all' } : { kind: 'all-but-roots' };
};

/** The objects of one user only. */
export const ownOf = (id: number): VisibleOwners => ({ kind: 'own', id });
/** For rows that have been found and locked with the rights of the caller already. */
export const ALL_OWNERS: VisibleOwners = { kind: 'all' };

/** A list or a new object may name its owner: administrators name anybody, others only themselves. */
export const canNameOwner: Policy<number> = (caller, ownerId) => ownerId === caller.id || isAdministrator(caller.role);

/** The rights to nodes and groups follow from their owner: a caller who may read the owner's account may read and change them. */
export type OwnerPolicy = Policy<Account>;

export const canReadNode: OwnerPolicy = (caller, owner) => canReadAccount(caller, owner);
export const canEditNode: OwnerPolicy = (caller, owner) => canReadAccount(caller, owner);
export const canReadGroup: OwnerPolicy = (caller, owner) => canReadAccount(caller, owner);
export const canEditGroup: OwnerPolicy = (caller, owner) => canReadAccount(caller, owner);

/** A policy for statements that load nodes themselves: whether this user finds those of other users who are roots. */
export const findsNodesOfRoots = (policy: OwnerPolicy, caller: Caller): boolean =>
  policy(caller, { id: NO_ACCOUNT, role: 'root' });
const NO_ACCOUNT = 0;

/** The nodes that a search finds. */
export const readableNodes: OwnersPolicy = (caller) => visibleOwners(caller);

/** Whether the devices of this user may be listed. */
export const canListDevicesOf: OwnerPolicy = (caller, owner) => canReadAccount(caller, owner);

/** Whether a device may be taken from this user, or given to them. */
export const canTransferDevicesOf: OwnerPolicy = (caller, owner) =>
  isAdministrator(caller.role) && canReadAccount(caller, owner);

/** Whether the claims of this user may be decided. */
export const canDecideClaimsOf: OwnerPolicy = (caller, claimant) =>
  isAdministrator(caller.role) && canReadAccount(caller, claimant);

/** People list their own library, administrators those of all accounts that they may read. */
export const canListLibraryOf: OwnerPolicy = (caller, owner) => canReadAccount(caller, owner);

/** The owners whose audio the caller hears; see ANN-5. */
export const readableAudio: OwnersPolicy = (caller) => visibleOwners(caller);

/** The owners whose library the caller reads and changes. */
export const editableLibrary: OwnersPolicy = (caller) => visibleOwners(caller);

/** The rights to schedules and holiday calendars follow from their owner, as those to nodes do. */
export const canReadSchedule: OwnerPolicy = (caller, owner) => canReadAccount(caller, owner);
export const canEditSchedule: OwnerPolicy = (caller, owner) => canReadAccount(caller, owner);

/** The announcements that the caller reads, by the user who has started the run or owns its schedule. */
export const readableAnnouncements: OwnersPolicy = (caller) => visibleOwners(caller);

/** The announcements that the caller stops: those that they read. */
export const stoppableAnnouncements: OwnersPolicy = (caller) => visibleOwners(caller);

/** The places at which the caller speaks, by the owner of the node, group or device. */
export const speechTargets: OwnersPolicy = (caller) => visibleOwners(caller);

/** The command runs that the caller reads, by the user who has started them. */
export const readableCommandRuns: OwnersPolicy = (caller) => visibleOwners(caller);

/** The command runs that the caller pauses, resumes and cancels: those that they read. */
export const changeableCommandRuns: OwnersPolicy = (caller) => visibleOwners(caller);

/** The invitations that an administrator sees and ends, by who has invited: an admin must not know of those of roots. */
export const manageableInvitations: OwnersPolicy = (caller) => visibleOwners(caller);
