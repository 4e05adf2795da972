import { rightsOfRole, type NodeRole } from '@belfry/schemas/domain/rights';
import { TEAM_LIMITS } from '@belfry/schemas/http/teams/members';
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { nodePermits } from '../../people/owner-access.ts';
import { lockUser } from '../../people/users.repository.ts';
import { canReadNode, type OwnerPolicy } from '../../policies/owners.ts';
import { findPermittedCompany, type NodePosition } from '../companies/index.ts';
import { countMembers, insertMember } from './members.repository.ts';

export type TeamDeps = Pick<Deps, 'auth' | 'broker' | 'config' | 'db' | 'directory' | 'events' | 'jobs'>;

/** Throws not_found where the caller does not see the node, forbidden where they do. */
export async function findManagedNode(
  db: Kysely<Database>,
  user: Principal,
  companyId: number,
  policy: OwnerPolicy,
): Promise<NodePosition> {
  const node = await findPermittedCompany(db, user, companyId, canReadNode);
  if (await nodePermits(db, user, node, policy)) return node;
  throw new AppError('forbidden', 'Only managers of this element see and change its people');
}

type Granted = { role: NodeRole; may_emergency: boolean; expires_at: string | Date | null };

export const membershipOf = ({ role, may_emergency, expires_at }: Granted) => ({
  role,
  may_emergency,
  rights: rightsOfRole(role, { mayEmergency: may_emergency }),
  expires_at: expires_at === null ? null : new Date(expires_at),
});

type Joining = Parameters<typeof insertMember>[1];

/** Throws conflict, unprocessable. */
export async function join(trx: Kysely<Database>, actor: Actor, node: NodePosition, member: Joining): Promise<number> {
  if (member.user_id === node.user_id)
    throw new AppError('conflict', 'The owner of the tree may do everything there already');
  // The locks make the limits exact. Rows of users are locked in one order.
  for (const id of [node.user_id, member.user_id].sort((one, other) => one - other)) await lockUser(trx, id);
  const counts = await countMembers(trx, {
    company_id: node.company_id,
    owner_id: node.user_id,
    user_id: member.user_id,
  });
  if (counts.ofNode >= TEAM_LIMITS.membersOfNode)
    throw full(`An element has ${TEAM_LIMITS.membersOfNode} members at most`);
  if (counts.ofOrganisation >= TEAM_LIMITS.membersOfOrganisation)
    throw full(`An organisation has ${TEAM_LIMITS.membersOfOrganisation} members at most`);
  if (counts.ofPerson >= TEAM_LIMITS.membershipsOfPerson)
    throw full(`A person is member of ${TEAM_LIMITS.membershipsOfPerson} elements at most`);
  const id = await insertMember(trx, member);
  if (id === undefined) throw new AppError('conflict', 'This person has this role here already');
  const { company_id, user_id, role, may_emergency, expires_at } = member;
  await audit(trx, actor, {
    action: 'member.add',
    object_kind: 'member',
    object_id: id,
    company_id,
    owner_id: node.user_id,
    details: { company_id, member: user_id, role, may_emergency, expires_at },
  });
  return id;
}

const full = (message: string): AppError => new AppError('unprocessable', message);
