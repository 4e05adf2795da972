import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError, notFound } from '../../errors.ts';
import { nodePermits } from '../../people/owner-access.ts';
import type { Caller } from '../../policies/accounts.ts';
import { canReadNode, type OwnerPolicy } from '../../policies/owners.ts';

export type AlarmNode = { company_id: number; user_id: number; name: string };

/** A node at which the policy permits something. Throws not_found for one that the caller must not know, forbidden for one that they only read. */
export async function requireNode(
  db: Kysely<Database>,
  user: Caller,
  companyId: number,
  policy: OwnerPolicy,
): Promise<AlarmNode> {
  const node = await db
    .selectFrom('companies')
    .select(['company_id', 'user_id', 'name'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (node && (await nodePermits(db, user, node, policy))) return node;
  if (node && (await nodePermits(db, user, node, canReadNode)))
    throw new AppError('forbidden', 'You may see this, but not change it');
  throw notFound('Company not found');
}
