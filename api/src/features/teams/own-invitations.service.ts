import { INVITATION_TEXTS } from '@belfry/schemas/http/refusal-texts';
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { countAttempt, perAddress } from '../../http/rate-limit/rate-limit.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { hashKey } from '../../lib/keys.ts';
import { findUserById } from '../../people/users.repository.ts';
import { companiesChanged, findCompany, type NodePosition } from '../companies/index.ts';
import { redactSecretsOf } from '../mail/outbox/index.ts';
import { rightsChanged } from './member-effects.ts';
import {
  deleteInvitation,
  findInvitationContent,
  lockInvitation,
  lockInvitationOf,
  setAccepted,
  type StoredInvitation,
} from './member-invitations.repository.ts';
import { join, membershipOf, type TeamDeps } from './membership.ts';
import { blockSenders, findOwnInvitations } from './own-invitations.repository.ts';

const READS = { hits: 60, windowSeconds: 3_600 };

/** Guesses are limited per address. */
export async function readInvitation(deps: Pick<Deps, 'db' | 'config'>, token: string, ip: string) {
  await countAttempt(deps, [perAddress('invitation-read', ip, READS)]);
  const content = await findInvitationContent(deps.db, hashKey(token));
  if (!content) throw ended();
  return content;
}

const ended = (): AppError => new AppError('link_expired', INVITATION_TEXTS.ended);

/** Makes the caller a member, if the invitation was mailed to their address. */
export const acceptInvitation = (deps: TeamDeps, actor: Actor, token: string): Promise<{ member_id: number }> =>
  accept(deps, actor, async (trx) => {
    const invitation = await lockInvitationOf(trx, hashKey(token));
    if (!invitation) throw ended();
    const person = await findUserById(trx, actor.user.id);
    if (person?.email.toLowerCase() === invitation.email.toLowerCase()) return invitation;
    throw fieldError('unprocessable', 'email', INVITATION_TEXTS.other);
  });

/** Throws not_found. */
export const acceptOwnInvitation = (deps: TeamDeps, actor: Actor, id: number): Promise<{ member_id: number }> =>
  accept(deps, actor, (trx) => lockOwn(trx, actor.user, id));

async function lockOwn(trx: Kysely<Database>, user: Principal, id: number): Promise<StoredInvitation> {
  const [own] = await findOwnInvitations(trx, user.id, id);
  const invitation = own && (await lockInvitation(trx, id));
  if (!invitation) throw notFound('Invitation not found');
  return invitation;
}

async function accept(
  deps: TeamDeps,
  actor: Actor,
  lock: (trx: Kysely<Database>) => Promise<StoredInvitation>,
): Promise<{ member_id: number }> {
  const { user } = actor;
  const { nodes, member_id } = await transact(deps.db, async (trx) => {
    const invitation = await lock(trx);
    const node = await findCompany(trx, invitation.company_id);
    if (!node) throw ended();
    const member_id = await joinAsInvited(trx, actor, node, invitation);
    const others = await acceptOthers(trx, actor, node.user_id);
    return { nodes: [node, ...others], member_id };
  });
  for (const node of nodes) companiesChanged(deps, node);
  await rightsChanged(deps, [user.id]);
  return { member_id };
}

async function joinAsInvited(
  trx: Kysely<Database>,
  actor: Actor,
  node: NodePosition,
  { invitation_id, role, may_emergency, membership_ends_at, invited_by }: StoredInvitation,
): Promise<number> {
  const user_id = actor.user.id;
  const granted = membershipOf({ role, may_emergency, expires_at: membership_ends_at });
  const { company_id } = node;
  const member_id = await join(trx, actor, node, { company_id, user_id, ...granted, created_by: invited_by });
  await setAccepted(trx, invitation_id, user_id);
  return member_id;
}

/**
 * Whoever is in an organisation is a member without being asked again (TEAM-7), so their other invitations of it are accepted too; those that
 * have become impossible stay. @returns the nodes
 */
async function acceptOthers(trx: Kysely<Database>, actor: Actor, ownerId: number): Promise<NodePosition[]> {
  const nodes: NodePosition[] = [];
  for (const { invitation_id, company_id } of await findOwnInvitations(trx, actor.user.id)) {
    const node = await findCompany(trx, company_id);
    const invitation = node?.user_id === ownerId ? await lockInvitation(trx, invitation_id) : undefined;
    if (!node || !invitation) continue;
    try {
      await joinAsInvited(trx, actor, node, invitation);
      nodes.push(node);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return nodes;
}

/** `block`: also all others of its senders, now and later. Throws not_found. */
export async function declineInvitation(deps: TeamDeps, actor: Actor, id: number, block: boolean): Promise<void> {
  const { user } = actor;
  const node = await transact(deps.db, async (trx) => {
    const invitation = await lockOwn(trx, user, id);
    const node = await findCompany(trx, invitation.company_id);
    if (!node) throw notFound('Invitation not found');
    await deleteInvitation(trx, id);
    await redactSecretsOf(trx, invitation.email);
    if (block) await blockSenders(trx, user.id, [node.user_id, invitation.invited_by ?? node.user_id]);
    const { company_id, role } = invitation;
    await audit(trx, actor, {
      action: block ? 'member.block-sender' : 'member.decline-invitation',
      object_kind: 'member_invitation',
      object_id: id,
      company_id,
      owner_id: block ? user.id : node.user_id,
      details: { company_id, role },
    });
    return node;
  });
  companiesChanged(deps, node);
}
