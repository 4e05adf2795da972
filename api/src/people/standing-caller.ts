import type { Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Principal } from '../http/routes/principal.ts';
import type { OwnerPolicy } from '../policies/owners.ts';
import { withMemberships } from './memberships.repository.ts';
import { nodePermits } from './owner-access.ts';
import { findRole } from './users.repository.ts';

/** No row of user_keys has this id. */
const NO_SESSION = 0;

type Standing = { created_by: number | null; owner_id: number; company_id: number };

/**
 * The person with whose rights something acts that goes on without them, with what they may do now; null where the account is gone or blocked,
 * or may not do that at the node.
 */
export async function findStandingCaller(
  db: Kysely<Database>,
  { created_by, owner_id, company_id }: Standing,
  policy: OwnerPolicy,
): Promise<Principal | null> {
  if (created_by === null) return null;
  const role = await findRole(db, created_by);
  if (role === undefined) return null;
  const caller = await withMemberships(db, { id: created_by, role });
  if (!(await nodePermits(db, caller, { company_id, user_id: owner_id }, policy))) return null;
  return { ...caller, key_id: NO_SESSION, key_created_at: new Date(0), opened_by: null, acts_alone: true };
}
