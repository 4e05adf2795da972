import { rightsFrom } from '@belfry/schemas/domain/rights';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { SeenTree } from '@belfry/schemas/http/teams/access';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import { findUserById } from '../../people/users.repository.ts';
import { canReadAccount, hidesRoots } from '../../policies/accounts.ts';
import { type OwnersPolicy, readableNodes } from '../../policies/owners.ts';
import { countSeenNodes, findSeenNodes, findSeenRights, isSeenNode, type SeenBy } from './seen-nodes.repository.ts';

type Asked = { user_id: number; company_id?: number | undefined; page: number; page_size: number };

/**
 * What a member sees, as far as the reader manages it: nodes with the rights of the member there. It is read with the rights of the
 * reader. Throws not_found for somebody whom they manage nowhere, and for a node that either of them does not see.
 */
export async function readSeenTree(
  db: Kysely<Database>,
  reader: Principal,
  policy: OwnersPolicy,
  { user_id, company_id, page, page_size: limit }: Asked,
): Promise<Wire<SeenTree>> {
  const account = await findUserById(db, user_id);
  const person = account?.role === 'root' && hidesRoots(reader) ? undefined : account;
  const reads = person !== undefined && isAdministrator(reader.role) && canReadAccount(reader, person);
  // An administrator knows of somebody whose account is hidden what any manager does.
  const as = reads ? reader : { ...reader, role: 'user' as const };
  const seen: SeenBy = {
    userId: user_id,
    readerId: reader.id,
    ownTrees: reads,
    managed: policy(as),
    readable: readableNodes(as),
  };
  const total = person === undefined ? 0 : await countSeenNodes(db, seen, company_id);
  if (person === undefined || person.program || (company_id === undefined && total === 0 && !reads))
    throw notFound('This person is no member here');
  if (company_id !== undefined && !(await isSeenNode(db, seen, company_id))) throw notFound('Element not found');
  const nodes = await findSeenNodes(db, seen, company_id, { limit, offset: (page - 1) * limit });
  return { user_id, name: person.name, rights: rightsFrom(await findSeenRights(db, seen)), nodes, total };
}
