import { type NodeRole, type RightsMask, ROLE_RIGHTS, maskOf, NODE_ROLES, covers } from '@belfry/schemas/domain/rights';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { insertMember } from './members.repository.ts';

type Program = { company_id: number; user_id: number; rights: RightsMask; expires_at: Date; created_by: number };

/** Gives the account of a program its rights at a node, in the caller's transaction. It is no member in lists of people. */
export async function addProgram(trx: Kysely<Database>, { rights, ...program }: Program): Promise<void> {
  await insertMember(trx, {
    ...program,
    rights,
    role: roleFor(rights),
    may_emergency: (rights & maskOf(['emergency'])) !== 0,
  });
}

/** The first role that contains these rights: what the database requires beside the exact rights. */
const roleFor = (rights: RightsMask): NodeRole =>
  NODE_ROLES.find((role) => covers(maskOf(ROLE_RIGHTS[role]), rights)) ?? 'manager';
