import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { ownerPermits } from '../../../people/owner-access.ts';
import type { OwnerPolicy } from '../../../policies/owners.ts';
import { findCompany } from '../../companies/index.ts';

/** A node that the policy permits, with its owner. Throws not_found. */
export async function findPermittedNode(
  db: Kysely<Database>,
  user: Principal,
  policy: OwnerPolicy,
  companyId: number,
): Promise<{ company_id: number; user_id: number; name: string }> {
  const node = await findCompany(db, companyId);
  if (!node || !(await ownerPermits(db, user, node.user_id, policy))) throw notFound('Company not found');
  return node;
}
