import type { NodeRole } from '@belfry/schemas/domain/rights';
import { INVITATIONS_PER_DAY, type MemberInvitation } from '@belfry/schemas/http/teams/members';
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import { consoleLink } from '../../lib/console-link.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import { findGrantable, requireGrantable } from '../../people/granting.ts';
import { type GrantHandler, settleGrant } from '../../people/grants.repository.ts';
import { findConfirmedUser } from '../../people/users.repository.ts';
import { hidesRoots } from '../../policies/accounts.ts';
import { canManageMembers, type OwnerPolicy } from '../../policies/owners.ts';
import { companiesChanged, type NodePosition } from '../companies/index.ts';
import { mailsTo, queueMessage, redactSecretsOf } from '../mail/outbox/index.ts';
import {
  deleteInvitation,
  findHeldInvitations,
  findOpenInvitations,
  insertInvitation,
  lockInvitation,
  passInvitation,
  renewInvitation,
  type StoredInvitation,
} from './member-invitations.repository.ts';
import { hasBlocked } from './own-invitations.repository.ts';
import { findManagedNode, membershipOf, type TeamDeps } from './membership.ts';
import { describeHeld, MEMBER_SHARE, MEMBERS_SHARE } from '../../people/organisation-share.ts';

const DAY_S = 24 * 3_600;
/** What members send leaves the owner all of theirs, and one member leaves something to the others. */
const OF_OWNER = { hits: INVITATIONS_PER_DAY, windowSeconds: DAY_S };
const OF_MEMBERS = { hits: INVITATIONS_PER_DAY * MEMBERS_SHARE, windowSeconds: DAY_S };
const OF_MEMBER = { hits: INVITATIONS_PER_DAY * MEMBER_SHARE, windowSeconds: DAY_S };

export type Wanted = { email: string; lang: string; role: NodeRole; may_emergency: boolean; expires_at: string | null };

/** Invites whoever has an address to a node that the caller manages, with an account or without. @returns its id */
export async function invite(deps: TeamDeps, actor: Actor, node: NodePosition, wanted: Wanted): Promise<number> {
  const [id] = await inviteToPlaces(deps, actor, [{ node, wanted }]);
  if (id === undefined) throw new Error('an invitation has an id');
  return id;
}

/** Invites one address to nodes of one owner, by one mail: who accepts one invitation accepts all of them. @returns their ids */
export async function inviteToPlaces(
  deps: TeamDeps,
  actor: Actor,
  grants: readonly { node: NodePosition; wanted: Wanted }[],
): Promise<number[]> {
  const [first] = grants;
  if (!first) return [];
  const { email, lang } = first.wanted;
  const owner_id = first.node.user_id;
  await limitMails(deps, actor.user, owner_id, email);
  const ids = await transact(deps.db, async (trx) => {
    let mailed = await mail(trx, deps, { email, lang }, [actor.user.id, owner_id]);
    const invitations: number[] = [];
    for (const { node, wanted } of grants) {
      const { role, may_emergency } = wanted;
      const { company_id } = node;
      const { rights, expires_at } = membershipOf(wanted);
      const granted = { company_id, email, lang, role, may_emergency, membership_ends_at: expires_at, rights };
      const invitation_id = await insertInvitation(trx, { ...granted, invited_by: actor.user.id, ...mailed });
      await auditInvitation(trx, actor, 'invite', { invitation_id, company_id, owner_id, email, role });
      invitations.push(invitation_id);
      // The others have no link of their own.
      mailed = { token_hash: hashKey(createKey()), message_id: null };
    }
    return invitations;
  });
  for (const { node } of grants) companiesChanged(deps, node);
  await tellInvited(deps, email);
  return ids;
}

async function tellInvited({ db, events }: Pick<Deps, 'db' | 'events'>, email: string): Promise<void> {
  const person = await findConfirmedUser(db, email);
  if (person) events.notify(person.id, 'user_changed', [person.id]);
}

/** Throws rate_limited, which says who has invited how many. */
async function limitMails(
  deps: Pick<Deps, 'db' | 'config'>,
  user: Principal,
  ownerId: number,
  email: string,
): Promise<void> {
  const ofMembers = [
    { key: `member-invite-by:${ownerId}:${user.id}`, ...OF_MEMBER },
    { key: `member-invite-members:${ownerId}`, ...OF_MEMBERS },
  ];
  const limits = user.id === ownerId ? [{ key: `member-invite:${ownerId}`, ...OF_OWNER }] : ofMembers;
  const tooMany = 'Too many invitations.';
  try {
    await countAttempt(deps, limits, tooMany);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
    const held = describeHeld(await findHeldInvitations(deps.db, ownerId), { user, ownerId });
    throw new AppError('rate_limited', `${error.message} ${held}`, { retryAfterSeconds: error.retryAfterSeconds });
  }
  await countAttempt(deps, [mailsTo('invitation', email, ownerId)], tooMany);
}

/** Nothing is sent to somebody who has blocked one of the senders, who do not learn of it. */
async function mail(
  trx: Kysely<Database>,
  { config, jobs }: Pick<Deps, 'config' | 'jobs'>,
  { email, lang }: { email: string; lang: string },
  senders: readonly number[],
): Promise<{ token_hash: Buffer; message_id: number | null }> {
  const token = createKey();
  const token_hash = hashKey(token);
  const invitee = await findConfirmedUser(trx, email);
  if (invitee && (await hasBlocked(trx, invitee.id, senders))) return { token_hash, message_id: null };
  // Without an id, which would let this mail replace that of another sender.
  const to = { id: null, name: '', email, phone: null, lang, role: 'user' as const };
  const link = consoleLink(config, '/invitation', token);
  const person = invitee && { name: invitee.name, lang: invitee.lang, role: invitee.role };
  const message = { kind: 'member_invitation', to: { ...to, ...person }, link } as const;
  return { token_hash, message_id: await queueMessage(trx, jobs, message) };
}

type Invited = { invitation_id: number; company_id: number; email: string; role: NodeRole };

const auditInvitation = (
  trx: Kysely<Database>,
  actor: Actor,
  verb: 'invite' | 'resend-invitation' | 'revoke-invitation',
  { invitation_id, owner_id, ...details }: Invited & { owner_id: number },
): Promise<void> =>
  audit(trx, actor, {
    action: `member.${verb}`,
    object_kind: 'member_invitation',
    object_id: invitation_id,
    company_id: details.company_id,
    owner_id,
    details,
  });

export async function listInvitations(
  db: Kysely<Database>,
  user: Principal,
  policy: OwnerPolicy,
  companyId: number,
): Promise<Wire<MemberInvitation>[]> {
  await findManagedNode(db, user, companyId, policy);
  return findOpenInvitations(db, { company_id: companyId, hidesRoots: hidesRoots(user) });
}

type Found = { invitation: StoredInvitation; node: NodePosition };

/** Throws not_found, forbidden. */
async function lockManaged(trx: Kysely<Database>, user: Principal, policy: OwnerPolicy, id: number): Promise<Found> {
  const invitation = await lockInvitation(trx, id);
  if (!invitation) throw notFound('Invitation not found');
  return { invitation, node: await findManagedNode(trx, user, invitation.company_id, policy) };
}

/** Mails the invitation again, with a new link; from then on it is the caller who invites. Throws forbidden as `invite` does. */
export async function resendInvitation(
  deps: TeamDeps,
  actor: Actor,
  policy: OwnerPolicy,
  id: number,
): Promise<Wire<MemberInvitation>> {
  const { user } = actor;
  const { node, renewed } = await transact(deps.db, async (trx) => {
    const { invitation, node } = await lockManaged(trx, user, policy, id);
    await renewFor(trx, deps, actor, { invitation, node });
    await settleGrant(trx, 'member_invitation', id);
    await auditInvitation(trx, actor, 'resend-invitation', { ...invitation, owner_id: node.user_id });
    const [renewed] = await findOpenInvitations(trx, {
      company_id: invitation.company_id,
      only: id,
      hidesRoots: hidesRoots(user),
    });
    if (!renewed) throw notFound('Invitation not found');
    return { node, renewed };
  });
  companiesChanged(deps, node);
  return renewed;
}

async function renewFor(
  trx: Kysely<Database>,
  deps: TeamDeps,
  { user }: Actor,
  { invitation, node }: Found,
): Promise<void> {
  const { rights, membership_ends_at, email, invitation_id } = invitation;
  requireGrantable(await findGrantable(trx, user, node, canManageMembers), rights, membership_ends_at);
  await limitMails({ ...deps, db: trx }, user, node.user_id, email);
  await redactSecretsOf(trx, email);
  const mailed = await mail(trx, deps, invitation, [user.id, node.user_id]);
  await renewInvitation(trx, invitation_id, { ...mailed, invited_by: user.id });
}

export const memberInvitationGrant: GrantHandler = {
  async pass(trx, deps, actor, { id, renew }) {
    const managed = await lockManaged(trx, actor.user, canManageMembers, id);
    if (renew) await renewFor(trx, deps, actor, managed);
    else {
      const { rights, membership_ends_at } = managed.invitation;
      requireGrantable(
        await findGrantable(trx, actor.user, managed.node, canManageMembers),
        rights,
        membership_ends_at,
      );
      await passInvitation(trx, id, actor.user.id);
    }
    return null;
  },
  end: (deps, actor, id) => revokeInvitation(deps, actor, canManageMembers, id),
};

export async function revokeInvitation(deps: TeamDeps, actor: Actor, policy: OwnerPolicy, id: number): Promise<void> {
  const node = await transact(deps.db, async (trx) => {
    const { invitation, node } = await lockManaged(trx, actor.user, policy, id);
    await deleteInvitation(trx, id);
    await redactSecretsOf(trx, invitation.email);
    await auditInvitation(trx, actor, 'revoke-invitation', { ...invitation, owner_id: node.user_id });
    return node;
  });
  companiesChanged(deps, node);
}
