import type { Role } from '@belfry/schemas/domain/roles';
import { aclFor, type AclRule } from '@belfry/schemas/mqtt/access';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { canReadAllDevices } from '../../../policies/devices.ts';
import { findSerialsOfOwner } from '../../devices/index.ts';
import { findRole } from '../../accounts/users/index.ts';

/** The access list of the consoles of a user. */
export async function consoleAcl(db: Kysely<Database>, user: { id: number; role: Role }): Promise<AclRule[]> {
  const serials = canReadAllDevices(user) ? [] : await findSerialsOfOwner(db, user.id);
  return aclFor({ kind: 'console', userId: user.id, role: user.role, serials });
}

/** The access list of the consoles of a user by the id alone; empty for one who does not exist, or is blocked. */
export async function findConsoleAcl(db: Kysely<Database>, userId: number): Promise<AclRule[]> {
  const role = await findRole(db, userId);
  return role === undefined ? [] : consoleAcl(db, { id: userId, role });
}
