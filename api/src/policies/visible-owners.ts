import { isAdministrator } from '@belfry/schemas/domain/roles';
import { canSeeRoots } from './accounts.ts';
import type { Caller } from './policy.ts';

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
