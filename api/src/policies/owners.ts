import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Principal } from '../http/principal.ts';

/** A list or a new object may name its owner: administrators name anybody, others only themselves. */
export const canNameOwner = (user: Pick<Principal, 'id' | 'role'>, ownerId: number): boolean =>
  ownerId === user.id || isAdministrator(user.role);
