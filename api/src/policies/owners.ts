import { hasRight, type Right, type RightsMask } from '@belfry/schemas/domain/rights';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { type Account, type Caller, canReadAccount, canSeeRoots, type Policy } from './accounts.ts';
import { organisationsWith, rightsIn, rightsInWhole } from './rights.ts';

/**
 * Whose objects a caller finds: their own, those of everybody but roots, those of everybody, or, as a member, also what is at
 * nodes where they have a right, and what belongs to organisations in which they have it. With `of` only those of one owner.
 * Objects without an owner are found by administrators. Statements apply it with `ownedBy`, so that no object is loaded that the
 * caller must not know of.
 */
export type VisibleOwners =
  | { kind: 'own'; id: number }
  | { kind: 'member'; id: number; right: Right; organisations: readonly number[]; of?: number }
  | { kind: 'all-but-roots' }
  | { kind: 'all' };

export type OwnersPolicy = (caller: Caller) => VisibleOwners;

/** People find what is their own, admins what belongs to anybody but a root, and roots everything; see USER-8. */
export const visibleOwners: OwnersPolicy = (caller) => {
  if (!isAdministrator(caller.role)) return { kind: 'own', id: caller.id };
  return canSeeRoots(caller) ? { kind: 'all' } : { kind: 'all-but-roots' };
};

/** As `visibleOwners`; members find also what they have this right for. */
const visibleWith =
  (right: Right): OwnersPolicy =>
  (caller) => {
    const visible = visibleOwners(caller);
    const organisations = organisationsWith(caller, right);
    if (visible.kind !== 'own' || organisations.length === 0) return visible;
    return { kind: 'member', id: caller.id, right, organisations };
  };

export function ofOwner(owners: VisibleOwners, ownerId: number): VisibleOwners {
  return owners.kind === 'member' && ownerId !== owners.id ? { ...owners, of: ownerId } : ownOf(ownerId);
}

export const ownOf = (id: number): VisibleOwners => ({ kind: 'own', id });
/** Whether what belongs to this owner, and was found with the same or a wider right, is among these. */
export const includesOwner = (owners: VisibleOwners, ownerId: number): boolean => {
  if (owners.kind === 'own') return owners.id === ownerId;
  return owners.kind !== 'member' || owners.id === ownerId || owners.organisations.includes(ownerId);
};
/** For rows that have been found and locked with the rights of the caller already. */
export const ALL_OWNERS: VisibleOwners = { kind: 'all' };

/** A list or a new object may name its owner: administrators name anybody, others themselves and whose members they are. */
export const canNameOwner: Policy<number> = (caller, ownerId) =>
  ownerId === caller.id || isAdministrator(caller.role) || rightsIn(caller, ownerId) !== 0;

/** The owner of an object, with the rights that memberships of the caller give at it: for a node at the node, otherwise in the organisation. */
export type Owned = Account & { rights?: RightsMask };

/**
 * The rights to an object follow from its owner: a caller who may read the owner's account may do everything with it. Members
 * need the right that the policy names.
 */
export type OwnerPolicy = Policy<Owned>;
export type WorkPolicy = { read: OwnerPolicy; edit: OwnerPolicy };

const allowing =
  (right: Right): OwnerPolicy =>
  (caller, owned) =>
    canReadAccount(caller, owned) || hasRight(owned.rights ?? 0, right);

export const canReadNode: OwnerPolicy = allowing('read');
export const canEditNode: OwnerPolicy = allowing('edit-tree');
export const canBindAtNode: OwnerPolicy = allowing('operate');
export const canPlanNode: OwnerPolicy = allowing('plan');
export const canSilenceNode: OwnerPolicy = allowing('speak');
export const canTextNode: OwnerPolicy = allowing('speak');
export const canManageMembers: OwnerPolicy = allowing('members');
export const canManageTriggers: OwnerPolicy = allowing('members');
export const canStartTriggers: OwnerPolicy = allowing('speak');
export const canStartEmergencyTriggers: OwnerPolicy = allowing('emergency');
export const managedNodes: OwnersPolicy = visibleWith('members');
export const canReadGroup: OwnerPolicy = allowing('read');
export const canEditGroup: OwnerPolicy = allowing('plan');

export const canMapVoicesOf: OwnerPolicy = allowing('edit-tree');

/** A policy for statements that load nodes themselves: whether this user finds those of other users who are roots. */
export const findsNodesOfRoots = (policy: OwnerPolicy, caller: Caller): boolean =>
  policy(caller, { id: NO_ACCOUNT, role: 'root' });
const NO_ACCOUNT = 0;

export const readableNodes: OwnersPolicy = visibleWith('read');
export const editableNodes: OwnersPolicy = visibleWith('edit-tree');

export const readableDevices: OwnersPolicy = visibleWith('read');

export const operableDevices: OwnersPolicy = visibleWith('operate');

export const canListDevicesOf: OwnerPolicy = allowing('read');

export const canTransferDevicesOf: OwnerPolicy = (caller, owner) =>
  isAdministrator(caller.role) && canReadAccount(caller, owner);

export const canDecideClaimsOf: OwnerPolicy = (caller, claimant) =>
  isAdministrator(caller.role) && canReadAccount(caller, claimant);

/** People list their own library, members that of their organisations, administrators those of all accounts that they may read. */
export const canListLibraryOf: OwnerPolicy = allowing('read-texts');

/** See ANN-5. */
export const readableAudio: OwnersPolicy = visibleWith('read-texts');

export const readableLibrary: OwnersPolicy = visibleWith('read-texts');

export const canAddToLibraryOf: OwnerPolicy = allowing('plan');

/** The owners whose library the caller adds to, and of which they change what is their own work; see `canChangeOthersWork`. */
export const editableLibrary: OwnersPolicy = visibleWith('plan');

/** Whether the caller may change what others have made for an organisation: its owner, and who plans for a whole tree of it. */
export const canChangeOthersWork: Policy<number> = (caller, ownerId) =>
  ownerId === caller.id || isAdministrator(caller.role) || hasRight(rightsInWhole(caller, ownerId), 'plan');

/** The rights to schedules and holiday calendars follow from their owner, as those to nodes do. */
export const canReadSchedule: OwnerPolicy = allowing('read-texts');
export const canEditSchedule: OwnerPolicy = allowing('plan');

/** The owners whose schedules and holiday calendars the caller reads; members see of these what concerns places at which they may. */
export const readableSchedules: OwnersPolicy = visibleWith('read-texts');

export const plannedPlaces: OwnersPolicy = visibleWith('plan');

export const readableGroups: OwnersPolicy = visibleWith('read');

export const readableAnnouncements: OwnersPolicy = visibleWith('read-texts');

export const canReadAnnouncementsOf: OwnerPolicy = allowing('read-texts');

/** The emergencies that the caller sees, prepared or running: their names and places, which are no texts. */
export const readableEmergencies: OwnersPolicy = visibleWith('read');

export const stoppableAnnouncements: OwnersPolicy = visibleWith('stop');

export const speechTargets: OwnersPolicy = visibleWith('speak');

export const emergencyTargets: OwnersPolicy = visibleWith('emergency');

export const readableCommandRuns: OwnersPolicy = visibleWith('stop');

export const changeableCommandRuns: OwnersPolicy = visibleWith('stop');

/** The templates of text messages that the caller finds. They are nobody else's business, so administrators find their own. */
export const readableTemplates: OwnersPolicy = (caller) => visibleWith('read-texts')({ ...caller, role: 'user' });

export const editableTemplates: OwnersPolicy = (caller) => visibleWith('plan')({ ...caller, role: 'user' });

export const canListTemplatesOf: OwnerPolicy = allowing('read-texts');

export const canEditTemplatesOf: OwnerPolicy = allowing('plan');

/** The alarms that the caller finds, by the owner of the tree; members those at places that they read. Administrators find those of the installation too. */
export const readableAlarms: OwnersPolicy = visibleWith('read');

/** Whether somebody acknowledges, snoozes and comments the alarms at a node, and sets its rules and maintenance windows. */
export const canHandleAlarms: OwnerPolicy = allowing('operate');

export const readableMaintenance: OwnersPolicy = visibleWith('read');

/** The invitations that an administrator sees and ends, by who has invited: an admin must not know of those of roots. */
export const manageableInvitations: OwnersPolicy = (caller) => visibleOwners(caller);
