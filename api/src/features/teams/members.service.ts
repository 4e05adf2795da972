import { covers } from '@belfry/schemas/domain/rights';
import { type Member, type MemberChangeBody, type NewMemberBody } from '@belfry/schemas/http/teams/members';
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { isTaken } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import { AppError, editConflict, notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import { findGrantable, requireGrantable, requireOwnRights } from '../../people/granting.ts';
import { nodePermits } from '../../people/owner-access.ts';
import { findConfirmedUser, findRole } from '../../people/users.repository.ts';
import { hidesRoots } from '../../policies/accounts.ts';
import { canReadNode, type OwnerPolicy } from '../../policies/owners.ts';
import { companiesChanged, findCompany, type NodePosition } from '../companies/index.ts';
import { rightsChanged } from './member-effects.ts';
import { invite } from './member-invitations.service.ts';
import { findManagedNode, join, membershipOf, type TeamDeps } from './membership.ts';
import {
  belongsTo,
  deleteMember,
  findMembers,
  lockMember,
  type StoredMember,
  updateMember,
} from './members.repository.ts';

export const readMembers = async (
  db: Kysely<Database>,
  user: Principal,
  policy: OwnerPolicy,
  companyId: number,
): Promise<Wire<Member>[]> => {
  const node = await findManagedNode(db, user, companyId, policy);
  const readerId = await readerOf(db, user, node, policy);
  return findMembers(db, { company_id: companyId, readerId, hidesRoots: hidesRoots(user) });
};

/** null for owners and administrators, who know every node of the tree. */
async function readerOf(
  db: Kysely<Database>,
  user: Principal,
  node: NodePosition,
  policy: OwnerPolicy,
): Promise<number | null> {
  return (await nodePermits(db, { id: user.id, role: user.role }, node, policy)) ? null : user.id;
}

/**
 * Makes somebody a member who is in the organisation already, and anybody whom a root adds; whoever else has the address is invited, and the
 * answer does not tell whether there is an account. Throws conflict for somebody who has the role there already.
 */
export async function addMember(
  deps: TeamDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, email, lang, ...granted }: NewMemberBody,
): Promise<{ member_id: number } | { invitation_id: number }> {
  const { user } = actor;
  const node = await findManagedNode(deps.db, user, company_id, policy);
  const membership = membershipOf(granted);
  requireGrantable(await findGrantable(deps.db, user, node, policy), membership.rights, membership.expires_at);
  const person = await findConfirmedUser(deps.db, email);
  const consents = person && (user.role === 'root' || (await belongsTo(deps.db, person.id, node.user_id)));
  if (!person || !consents) return { invitation_id: await invite(deps, actor, node, { email, lang, ...granted }) };
  const member_id = await transact(deps.db, (trx) =>
    join(trx, actor, node, { company_id, user_id: person.id, ...membership, created_by: user.id }),
  );
  companiesChanged(deps, node);
  await rightsChanged(deps, [person.id]);
  return { member_id };
}

type Found = { member: StoredMember; node: NodePosition };

/** Throws not_found, forbidden. */
async function lockManaged(
  trx: Kysely<Database>,
  { user, policy }: { user: Principal; policy: OwnerPolicy },
  id: number,
): Promise<Found> {
  const member = await lockMember(trx, id);
  const node = member && (await findCompany(trx, member.company_id));
  const hidden = member && hidesRoots(user) && (await findRole(trx, member.user_id)) === 'root';
  if (!member || !node || hidden || !(await nodePermits(trx, user, node, canReadNode)))
    throw notFound('Membership not found');
  if (!(await nodePermits(trx, user, node, policy)))
    throw new AppError('forbidden', 'Only managers of this element see and change its people');
  return { member, node };
}

/** Throws edit_conflict with the present membership where it was changed since `revision`. */
export async function changeMember(
  deps: TeamDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { member_id, revision, ...changes }: MemberChangeBody & { member_id: number },
): Promise<Wire<Member>> {
  const { user } = actor;
  const { node, member, before } = await transact(deps.db, async (trx) => {
    const { member, node } = await lockManaged(trx, { user, policy }, member_id);
    const readerId = await readerOf(trx, user, node, policy);
    const find = async () =>
      (
        await findMembers(trx, { company_id: node.company_id, readerId, only: member_id, hidesRoots: hidesRoots(user) })
      )[0];
    const present = await find();
    if (!present) throw notFound('Membership not found');
    if (revision !== undefined && revision !== member.revision)
      throw editConflict('This membership was changed meanwhile', { ...present });
    const { role = member.role, may_emergency = member.may_emergency, expires_at = member.expires_at } = changes;
    const membership = membershipOf({ role, may_emergency, expires_at });
    await checkChange(trx, { user, policy }, node, { member, membership });
    await updateMember(trx, member_id, membership).catch((error: unknown) => {
      throw isTaken(error) ? new AppError('conflict', 'This person has this role here already') : error;
    });
    const after = { role, may_emergency, expires_at };
    const { company_id, user_id } = member;
    await audit(trx, actor, {
      action: 'member.change',
      object_kind: 'member',
      object_id: member_id,
      company_id,
      owner_id: node.user_id,
      before: { role: member.role, may_emergency: member.may_emergency, expires_at: member.expires_at },
      after,
      details: { company_id, member: user_id, ...after },
    });
    const changed = await find();
    if (!changed) throw notFound('Membership not found');
    return { node, member: changed, before: member };
  });
  companiesChanged(deps, node);
  await rightsChanged(deps, [before.user_id]);
  return member;
}

type Changing = { member: StoredMember; membership: Pick<StoredMember, 'rights' | 'expires_at'> };

/** Throws forbidden for the caller's own membership, and where more is given or taken than they have, or for longer. */
async function checkChange(
  trx: Kysely<Database>,
  { user, policy }: { user: Principal; policy: OwnerPolicy },
  node: NodePosition,
  { member, membership }: Changing,
): Promise<void> {
  if (member.user_id === user.id)
    throw new AppError('forbidden', 'Nobody changes their own membership. You can end it, or ask another manager.');
  const own = await findGrantable(trx, user, node, policy);
  requireOwnRights(own, member.rights);
  const isLess = covers(member.rights, membership.rights) && !endsLater(membership.expires_at, member.expires_at);
  if (!isLess) requireGrantable(own, membership.rights, membership.expires_at);
}

const endsLater = (one: Date | null, other: Date | null): boolean => other !== null && (one === null || one > other);

export async function endMember(deps: TeamDeps, actor: Actor, policy: OwnerPolicy, member_id: number): Promise<void> {
  const { user } = actor;
  const { member, node } = await transact(deps.db, async (trx) => {
    const own = await lockMember(trx, member_id);
    const isOwn = own?.user_id === user.id;
    const row = isOwn ? await ownMember(trx, own) : await lockManaged(trx, { user, policy }, member_id);
    if (!isOwn) requireOwnRights(await findGrantable(trx, user, row.node, policy), row.member.rights);
    await deleteMember(trx, member_id);
    const { company_id, user_id, role } = row.member;
    await audit(trx, actor, {
      action: 'member.end',
      object_kind: 'member',
      object_id: member_id,
      company_id,
      owner_id: row.node.user_id,
      details: { company_id, member: user_id, role },
    });
    return row;
  });
  companiesChanged(deps, node);
  await rightsChanged(deps, [member.user_id]);
}

async function ownMember(trx: Kysely<Database>, member: StoredMember): Promise<Found> {
  const node = await findCompany(trx, member.company_id);
  if (!node) throw notFound('Membership not found');
  return { member, node };
}
