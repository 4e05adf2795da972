import { ALL_RIGHTS, covers, maskOf, type RightsMask } from '@belfry/schemas/domain/rights';
import type { Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Caller } from '../policies/accounts.ts';
import type { OwnerPolicy } from '../policies/owners.ts';
import { nodePermits } from './owner-access.ts';

/** What somebody has at a node, each part with its end; null: none. */
export type Grantable = readonly { rights: RightsMask; expires_at: Date | null }[];

type Node = { company_id: number; user_id: number };

/** What somebody may give others at a node: all that they may do there themselves, for as long as they may. */
export async function findGrantable(
  db: Kysely<Database>,
  { id, role }: Caller,
  node: Node,
  policy: OwnerPolicy,
): Promise<Grantable> {
  if (await nodePermits(db, { id, role }, node, policy)) return [{ rights: ALL_RIGHTS, expires_at: null }];
  return db
    .selectFrom('node_rights')
    .select(['rights', 'expires_at'])
    .where('user_id', '=', id)
    .where('company_id', '=', node.company_id)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
    .execute();
}

const union = (parts: Grantable): RightsMask => parts.reduce((mask, { rights }) => mask | rights, 0);

/** Throws forbidden where somebody would give, or take, rights that they do not have. */
export function requireOwnRights(own: Grantable, rights: RightsMask): void {
  if (covers(union(own), rights)) return;
  throw new AppError('forbidden', 'Nobody gives or takes rights that they do not have themselves');
}

/** Throws forbidden where somebody would give more than they have, or for longer than they may give it. @param until null: without an end */
export function requireGrantable(own: Grantable, rights: RightsMask, until: Date | null): void {
  requireOwnRights(own, rights);
  const lasting = own.filter(({ expires_at }) => expires_at === null || (until !== null && expires_at >= until));
  if (covers(union(lasting), rights | GIVING)) return;
  throw new AppError('forbidden', 'Nobody gives access for longer than they have it themselves');
}
const GIVING = maskOf(['members']);
