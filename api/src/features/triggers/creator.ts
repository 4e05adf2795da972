import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { nodePermits } from '../../people/owner-access.ts';
import { withMemberships } from '../../people/memberships.repository.ts';
import { findRole } from '../../people/users.repository.ts';
import { policyOf } from './act.ts';
import type { TriggerRow } from './triggers.repository.ts';

/** No row of user_keys has this id. */
const NO_SESSION = 0;

/**
 * The person with whose rights a trigger acts, with what they may do now; null where the account is gone or blocked, or may not do what the
 * trigger does at its node.
 */
export async function findCreator(
  db: Kysely<Database>,
  { id, created_by, owner_id, company_id, action }: TriggerRow,
): Promise<Principal | null> {
  if (created_by === null) return null;
  const role = await findRole(db, created_by);
  if (role === undefined) return null;
  const caller = await withMemberships(db, { id: created_by, role });
  if (!(await nodePermits(db, caller, { company_id, user_id: owner_id }, policyOf(action)))) return null;
  return { ...caller, key_id: NO_SESSION, key_created_at: new Date(0), opened_by: null, trigger_id: id };
}
