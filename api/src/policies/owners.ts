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

/** A policy for statements that load the objects themselves: whose objects the caller may use in the way that its name states. */
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

/** Of what a caller finds, what belongs to one owner. */
export function ofOwner(owners: VisibleOwners, ownerId: number): VisibleOwners {
  return owners.kind === 'member' && ownerId !== owners.id ? { ...owners, of: ownerId } : ownOf(ownerId);
}

/** The objects of one user only. */
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
/** Whose work the caller reads and changes, by its owner. */
export type WorkPolicy = { read: OwnerPolicy; edit: OwnerPolicy };

const allowing =
  (right: Right): OwnerPolicy =>
  (caller, owned) =>
    canReadAccount(caller, owned) || hasRight(owned.rights ?? 0, right);

export const canReadNode: OwnerPolicy = allowing('read');
export const canEditNode: OwnerPolicy = allowing('edit-tree');
/** Whether devices are bound to a node and unbound from it. */
export const canBindAtNode: OwnerPolicy = allowing('operate');
/** Whether the day programme of a node is changed. */
export const canPlanNode: OwnerPolicy = allowing('plan');
/** Whether the bells of a node are silenced for a while. */
export const canSilenceNode: OwnerPolicy = allowing('speak');
/** Whether people are told, by SMS, what concerns a node. */
export const canTextNode: OwnerPolicy = allowing('speak');
/** Whether the members of a node are read, added, changed and ended. */
export const canManageMembers: OwnerPolicy = allowing('members');
/** Whether webhooks and triggers are added, changed and removed at a node. */
export const canManageTriggers: OwnerPolicy = allowing('members');
/** Whether what a trigger at a node says, rings or silences is started. */
export const canStartTriggers: OwnerPolicy = allowing('speak');
/** Whether an emergency of a trigger at a node is started or ended. */
export const canStartEmergencyTriggers: OwnerPolicy = allowing('emergency');
/** The nodes whose members the caller manages. */
export const managedNodes: OwnersPolicy = visibleWith('members');
export const canReadGroup: OwnerPolicy = allowing('read');
export const canEditGroup: OwnerPolicy = allowing('plan');

/** Whether the caller says which voices speak for others in an organisation. */
export const canMapVoicesOf: OwnerPolicy = allowing('edit-tree');

/** A policy for statements that load nodes themselves: whether this user finds those of other users who are roots. */
export const findsNodesOfRoots = (policy: OwnerPolicy, caller: Caller): boolean =>
  policy(caller, { id: NO_ACCOUNT, role: 'root' });
const NO_ACCOUNT = 0;

/** The nodes that a search finds. */
export const readableNodes: OwnersPolicy = visibleWith('read');

/** The devices that a list shows. */
export const readableDevices: OwnersPolicy = visibleWith('read');

/** The devices that a change or command of many reaches. */
export const operableDevices: OwnersPolicy = visibleWith('operate');

/** Whether the devices of this user may be listed. */
export const canListDevicesOf: OwnerPolicy = allowing('read');

/** Whether a device may be taken from this user, or given to them. */
export const canTransferDevicesOf: OwnerPolicy = (caller, owner) =>
  isAdministrator(caller.role) && canReadAccount(caller, owner);

/** Whether the claims of this user may be decided. */
export const canDecideClaimsOf: OwnerPolicy = (caller, claimant) =>
  isAdministrator(caller.role) && canReadAccount(caller, claimant);

/** People list their own library, members that of their organisations, administrators those of all accounts that they may read. */
export const canListLibraryOf: OwnerPolicy = allowing('read-texts');

/** The owners whose audio the caller hears; see ANN-5. */
export const readableAudio: OwnersPolicy = visibleWith('read-texts');

/** The owners whose library the caller reads. */
export const readableLibrary: OwnersPolicy = visibleWith('read-texts');

/** Whether the caller adds to the library of this owner. */
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

/** The places for which the caller plans. */
export const plannedPlaces: OwnersPolicy = visibleWith('plan');

/** The owners whose groups the caller reads; members see of these those with a place at which they may. */
export const readableGroups: OwnersPolicy = visibleWith('read');

/** The announcements that the caller reads, by the user who has started the run or owns its schedule. */
export const readableAnnouncements: OwnersPolicy = visibleWith('read-texts');

/** Whether the caller reads what was announced at the places of this user. */
export const canReadAnnouncementsOf: OwnerPolicy = allowing('read-texts');

/** The emergencies that the caller sees, prepared or running: their names and places, which are no texts. */
export const readableEmergencies: OwnersPolicy = visibleWith('read');

/** The announcements that the caller stops besides their own: those at their places, and for members those where they manage. */
export const stoppableAnnouncements: OwnersPolicy = visibleWith('stop');

/** The places at which the caller speaks, by the owner of the node, group or device. */
export const speechTargets: OwnersPolicy = visibleWith('speak');

/** The places at which the caller starts and ends prepared emergencies. */
export const emergencyTargets: OwnersPolicy = visibleWith('emergency');

/** The command runs that the caller reads, by the user who has started them; those of members also by the owner of all their devices. */
export const readableCommandRuns: OwnersPolicy = visibleWith('stop');

/** The command runs that the caller pauses, resumes and cancels: those that they read. */
export const changeableCommandRuns: OwnersPolicy = visibleWith('stop');

/** The templates of text messages that the caller finds. They are nobody else's business, so administrators find their own. */
export const readableTemplates: OwnersPolicy = (caller) => visibleWith('read-texts')({ ...caller, role: 'user' });

/** The owners whose templates the caller adds to, and of which they change what is their own work; see `canChangeOthersWork`. */
export const editableTemplates: OwnersPolicy = (caller) => visibleWith('plan')({ ...caller, role: 'user' });

/** Whether the caller lists the templates of this user. */
export const canListTemplatesOf: OwnerPolicy = allowing('read-texts');

/** Whether the caller adds to the templates of this user. */
export const canEditTemplatesOf: OwnerPolicy = allowing('plan');

/** The alarms that the caller finds, by the owner of the tree; members those at places that they read. Administrators find those of the installation too. */
export const readableAlarms: OwnersPolicy = visibleWith('read');

/** Whether somebody acknowledges, snoozes and comments the alarms at a node, and sets its rules and maintenance windows. */
export const canHandleAlarms: OwnerPolicy = allowing('operate');

/** The maintenance windows that the caller finds, by the owner of the tree. */
export const readableMaintenance: OwnersPolicy = visibleWith('read');

/** The invitations that an administrator sees and ends, by who has invited: an admin must not know of those of roots. */
export const manageableInvitations: OwnersPolicy = (caller) => visibleOwners(caller);
