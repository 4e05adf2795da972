import { ALL_RIGHTS, covers, type RightsMask } from '@belfry/schemas/domain/rights';
import { type Member, type MemberChangeBody, type NewMemberBody } from '@belfry/schemas/http/teams/members';
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { isTaken } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import { AppError, editConflict, notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import { findRightsAt, nodePermits } from '../../people/owner-access.ts';
import { findConfirmedUser } from '../../people/users.repository.ts';
import { canReadNode, type OwnerPolicy } from '../../policies/owners.ts';
import { companiesChanged, findCompany, type NodePosition } from '../companies/index.ts';
import { rightsChanged } from './member-effects.ts';
import { invite } from './member-invitations.service.ts';
import { findManagedNode, join, membershipOf, rightsOf, type TeamDeps } from './membership.ts';
import { deleteMember, findMembers, lockMember, type StoredMember, updateMember } from './members.repository.ts';

/** What the caller may grant at a node: all that they may do there themselves. */
async function grantable(
  db: Kysely<Database>,
  user: Principal,
  node: NodePosition,
  policy: OwnerPolicy,
): Promise<RightsMask> {
  const { id, role } = user;
  const asOwner = await nodePermits(db, { id, role }, node, policy);
  return asOwner ? ALL_RIGHTS : findRightsAt(db, id, node.company_id);
}

/** Throws forbidden where the caller would grant, or take away, more than they have. */
async function checkGrant(
  db: Kysely<Database>,
  { user, policy }: { user: Principal; policy: OwnerPolicy },
  node: NodePosition,
  rights: readonly RightsMask[],
): Promise<void> {
  const own = await grantable(db, user, node, policy);
  if (rights.every((granted) => covers(own, granted))) return;
  throw new AppError('forbidden', 'Nobody gives or takes rights that they do not have themselves');
}

export const readMembers = async (
  db: Kysely<Database>,
  user: Principal,
  policy: OwnerPolicy,
  companyId: number,
): Promise<Wire<Member>[]> => {
  const node = await findManagedNode(db, user, companyId, policy);
  return findMembers(db, { company_id: companyId, readerId: await readerOf(db, user, node, policy) });
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

/** Makes an account a member, or invites an address without one. Throws conflict for somebody who has the role there already. */
export async function addMember(
  deps: TeamDeps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, email, lang, ...granted }: NewMemberBody,
): Promise<{ member_id: number } | { invitation_id: number }> {
  const { user } = actor;
  const node = await findManagedNode(deps.db, user, company_id, policy);
  const rights = rightsOf(granted);
  await checkGrant(deps.db, { user, policy }, node, [rights]);
  const known = await findConfirmedUser(deps.db, email);
  if (!known) return { invitation_id: await invite(deps, actor, node, { email, lang, ...granted }) };
  const member_id = await transact(deps.db, (trx) =>
    join(trx, actor, node, { company_id, user_id: known.id, ...membershipOf(granted), created_by: user.id }),
  );
  companiesChanged(deps, node);
  await rightsChanged(deps, [known.id]);
  return { member_id };
}

type Found = { member: StoredMember; node: NodePosition };

/** A membership that the caller manages, locked. Throws not_found, forbidden. */
async function lockManaged(
  trx: Kysely<Database>,
  { user, policy }: { user: Principal; policy: OwnerPolicy },
  id: number,
): Promise<Found> {
  const member = await lockMember(trx, id);
  const node = member && (await findCompany(trx, member.company_id));
  if (!member || !node || !(await nodePermits(trx, user, node, canReadNode))) throw notFound('Membership not found');
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
    const find = async () => (await findMembers(trx, { company_id: node.company_id, readerId, only: member_id }))[0];
    const present = await find();
    if (!present) throw notFound('Membership not found');
    if (revision !== undefined && revision !== member.revision)
      throw editConflict('This membership was changed meanwhile', { ...present });
    const { role = member.role, may_emergency = member.may_emergency, expires_at = member.expires_at } = changes;
    const wanted = membershipOf({ role, may_emergency, expires_at });
    await checkGrant(trx, { user, policy }, node, [member.rights, wanted.rights]);
    await updateMember(trx, member_id, wanted).catch((error: unknown) => {
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

/** Ends a membership: one that the caller manages, or their own. */
export async function endMember(deps: TeamDeps, actor: Actor, policy: OwnerPolicy, member_id: number): Promise<void> {
  const { user } = actor;
  const { member, node } = await transact(deps.db, async (trx) => {
    const own = await lockMember(trx, member_id);
    const isOwn = own?.user_id === user.id;
    const found = isOwn ? await ownMember(trx, own) : await lockManaged(trx, { user, policy }, member_id);
    if (!isOwn) await checkGrant(trx, { user, policy }, found.node, [found.member.rights]);
    await deleteMember(trx, member_id);
    const { company_id, user_id, role } = found.member;
    await audit(trx, actor, {
      action: 'member.end',
      object_kind: 'member',
      object_id: member_id,
      company_id,
      owner_id: found.node.user_id,
      details: { company_id, member: user_id, role },
    });
    return found;
  });
  companiesChanged(deps, node);
  await rightsChanged(deps, [member.user_id]);
}

async function ownMember(trx: Kysely<Database>, member: StoredMember): Promise<Found> {
  const node = await findCompany(trx, member.company_id);
  if (!node) throw notFound('Membership not found');
  return { member, node };
}
