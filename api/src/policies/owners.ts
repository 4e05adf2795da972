import { isAdministrator } from '@belfry/schemas/domain/roles';
import { canReadAccount, type Account } from './accounts.ts';
import type { Caller, Policy } from './policy.ts';
import { visibleOwners, type OwnersPolicy } from './visible-owners.ts';

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
export const readableNodes: OwnersPolicy = visibleOwners;

/** Whether the devices of this user may be listed. */
export const canListDevicesOf: OwnerPolicy = (caller, owner) => canReadAccount(caller, owner);

/** Whether a device may be taken from this user, or given to them. */
export const canTransferDevicesOf: OwnerPolicy = (caller, owner) =>
  isAdministrator(caller.role) && canReadAccount(caller, owner);

/** Whether the claims of this user may be decided. */
export const canDecideClaimsOf: OwnerPolicy = (caller, claimant) =>
  isAdministrator(caller.role) && canReadAccount(caller, claimant);
