import { INVITATION_TTL_MS, invitationsHttp, type InviteBody } from '@belfry/schemas/http/accounts/invitations';
import { INVITATION_TEXTS } from '@belfry/schemas/http/refusal-texts';
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { countAttempt, perAddress } from '../../http/rate-limit/rate-limit.ts';
import { consoleLink } from '../../lib/console-link.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import type { GrantHandler } from '../../people/grants.repository.ts';
import { isContactTaken } from '../../people/users.repository.ts';
import { userExists } from '../../people/users.ts';
import { manageableInvitations, type OwnersPolicy } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { mailsTo, queueMessage, redactSecretsOf } from '../mail/outbox/index.ts';
import {
  deleteInvitation,
  findInvitedAddress,
  findInvitedMember,
  findOpenInvitations,
  insertInvitation,
  lockInvitation,
  passInvitation,
  type StoredInvitation,
} from './invitations.repository.ts';

export const invitationsRoutes = [
  serve(invitationsHttp.list, { access: 'admin', policy: manageableInvitations }, ({ deps, user, policy }) =>
    findOpenInvitations(deps.db, policy(user)),
  ),
  serve(invitationsHttp.invite, { access: 'admin', ownKeyOnly: true, audit: 'service' }, ({ deps, user, ip, body }) =>
    invite(deps, { user, ip }, body),
  ),
  serve(
    invitationsHttp.revoke,
    { access: 'admin', policy: manageableInvitations, ownKeyOnly: true, audit: 'service' },
    ({ deps, user, ip, policy, params }) => revokeInvitation(deps, { user, ip }, policy, params.id),
  ),
];

const READS = { hits: 60, windowSeconds: 3_600 };
const PER_USER = { hits: 200, windowSeconds: 24 * 3_600 };

type InvitationsDeps = Pick<Deps, 'db' | 'config' | 'jobs'>;

/** Mails a link to register, which works for seven days. Throws user_exists for an address that has an account, rate_limited. */
async function invite(deps: InvitationsDeps, actor: Actor, { email, lang }: InviteBody): Promise<StoredInvitation> {
  const { user } = actor;
  await countAttempt(deps, [{ key: `invite:${user.id}`, ...PER_USER }, mailsTo('invitation', email, user.id)]);
  const token = createKey();
  const link = consoleLink(deps.config, '/register', token);
  const id = await transact(deps.db, async (trx) => {
    if (await isContactTaken(trx, 'email', email)) throw userExists();
    const to = { id: null, name: '', email, phone: null, lang, role: user.role };
    const message_id = await queueMessage(trx, deps.jobs, { kind: 'invitation', to, link });
    const invitation = await insertInvitation(trx, {
      token_hash: hashKey(token),
      email,
      lang,
      invited_by: user.id,
      message_id,
    });
    await audit(trx, actor, {
      action: 'user.invite',
      object_kind: 'invitation',
      object_id: invitation,
      details: { email },
      after: { email, lang },
    });
    return invitation;
  });
  const invitation = (await findOpenInvitations(deps.db, { kind: 'all' })).find((row) => row.id === id);
  if (!invitation) throw notFound('Invitation not found');
  return invitation;
}

/** Handles invitations whose inviter no longer administers the installation. */
export const registrationInvitationGrant: GrantHandler = {
  async pass(trx, { config, jobs }, actor, { id, renew }) {
    const invited_by = actor.user.id;
    const invitation = await passInvitation(trx, id, { invited_by });
    if (!invitation) throw notFound('Invitation not found');
    if (!renew) return null;
    const { email, lang } = invitation;
    await countAttempt({ db: trx, config }, [
      { key: `invite:${invited_by}`, ...PER_USER },
      mailsTo('invitation', email, invited_by),
    ]);
    await redactSecretsOf(trx, email);
    const token = createKey();
    const link = consoleLink(config, '/register', token);
    const to = { id: null, name: '', email, phone: null, lang, role: actor.user.role };
    const message_id = await queueMessage(trx, jobs, { kind: 'invitation', to, link });
    const expires_at = new Date(Date.now() + INVITATION_TTL_MS);
    await passInvitation(trx, id, { invited_by, token_hash: hashKey(token), message_id, expires_at });
    return null;
  },
  end: (deps, actor, id) => revokeInvitation(deps, actor, manageableInvitations, id),
};

/** Ends an invitation, whose link then opens nothing. Throws not_found, also for one that was used, or that is of a root. */
async function revokeInvitation(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  policy: OwnersPolicy,
  id: number,
): Promise<void> {
  await transact(db, async (trx) => {
    const email = await deleteInvitation(trx, policy(actor.user), id);
    if (email === undefined) throw notFound('Invitation not found');
    await redactSecretsOf(trx, email);
    await audit(trx, actor, {
      action: 'user.revoke-invitation',
      object_kind: 'invitation',
      object_id: id,
      details: { email },
      before: { email },
    });
  });
}

/** The address of an invitation with which one may register. Throws link_expired, rate_limited. */
export async function readInvitation(
  deps: Pick<Deps, 'db' | 'config'>,
  token: string,
  ip: string,
): Promise<{ email: string }> {
  await countAttempt(deps, [perAddress('registration-invitation-read', ip, READS)]);
  const hash = hashKey(token);
  const email = (await findInvitedAddress(deps.db, hash)) ?? (await findInvitedMember(deps.db, hash));
  if (email === undefined) throw new AppError('link_expired', INVITATION_TEXTS.ended);
  return { email };
}

/**
 * An invitation for this address, to be used in the transaction; null where it is one to become a member, which is accepted after
 * the first sign-in. Throws link_expired, and unprocessable for another address.
 */
export async function requireInvitation(
  trx: Kysely<Database>,
  token: string,
  email: string,
): Promise<{ id: number } | null> {
  const invitation = await lockInvitation(trx, hashKey(token));
  const invited = invitation?.email ?? (await findInvitedMember(trx, hashKey(token)));
  if (invited === undefined) throw new AppError('link_expired', INVITATION_TEXTS.ended);
  if (invited.toLowerCase() === email.toLowerCase()) return invitation ?? null;
  throw fieldError('unprocessable', 'email', INVITATION_TEXTS.other);
}
