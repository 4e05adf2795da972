import { type Invitation, INVITATION_TTL_MS, INVITATIONS_SHOWN_MAX } from '@belfry/schemas/http/accounts/invitations';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { ownedBy } from '../../db/conditions.ts';
import { goesOn } from '../../people/grants.repository.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

type NewInvitation = {
  token_hash: Buffer;
  email: string;
  lang: string;
  invited_by: number;
  message_id: number;
};
export type StoredInvitation = Omit<Invitation, 'created_at' | 'expires_at'> & { created_at: Date; expires_at: Date };

/** Stores an invitation, which replaces the open ones to the same address. @returns its id */
export async function insertInvitation(trx: Kysely<Database>, invitation: NewInvitation): Promise<number> {
  await trx
    .deleteFrom('invitations')
    .where(sql`lower(email)`, '=', invitation.email.toLowerCase())
    .where('user_id', 'is', null)
    .execute();
  const { id } = await trx
    .insertInto('invitations')
    .values({ ...invitation, expires_at: new Date(Date.now() + INVITATION_TTL_MS) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findOpenInvitations(db: Kysely<Database>, owners: VisibleOwners): Promise<StoredInvitation[]> {
  const { rows } = await sql<StoredInvitation>`
    select i.id, i.email, u.name as invited_by, i.created_at, i.expires_at
    from invitations i left join users u on u.id = i.invited_by
    where i.user_id is null and i.expires_at > now() and ${ownedBy(owners, 'i.invited_by')}
    order by i.id desc limit ${INVITATIONS_SHOWN_MAX}`.execute(db);
  return rows;
}

/** Deletes an open invitation of these inviters. @returns its address; undefined if there is none */
export async function deleteInvitation(
  trx: Kysely<Database>,
  owners: VisibleOwners,
  id: number,
): Promise<string | undefined> {
  const deleted = trx.deleteFrom('invitations').where('id', '=', id).where('user_id', 'is', null);
  return (await deleted.where(ownedBy(owners, 'invitations.invited_by')).returning('email').executeTakeFirst())?.email;
}

/** The open invitation with this token, locked until the transaction ends. */
export async function lockInvitation(
  trx: Kysely<Database>,
  hash: Buffer,
): Promise<{ id: number; email: string } | undefined> {
  return trx
    .selectFrom('invitations')
    .select(['id', 'email'])
    .where('token_hash', '=', hash)
    .where('user_id', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(goesOn('registration_invitation', 'id'))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function findInvitedAddress(db: Kysely<Database>, hash: Buffer): Promise<string | undefined> {
  const rows = await db
    .selectFrom('invitations as i')
    .leftJoin('users as u', 'u.id', 'i.user_id')
    .select('i.email')
    .where('i.token_hash', '=', hash)
    .where((where) => where.or([where('i.user_id', 'is', null), where('u.registration_pending', '=', true)]))
    .where('i.expires_at', '>', sql<Date>`now()`)
    .where(goesOn('registration_invitation', 'i.id'))
    .executeTakeFirst();
  return rows?.email;
}

/**
 * Passes an invitation on to another inviter, with another link or the same. @returns the address and the language of
 * the mail
 */
export async function passInvitation(
  trx: Kysely<Database>,
  id: number,
  changes: { invited_by: number; token_hash?: Buffer; message_id?: number; expires_at?: Date },
): Promise<{ email: string; lang: string } | undefined> {
  const open = trx.updateTable('invitations').set(changes).where('id', '=', id).where('user_id', 'is', null);
  return open.returning(['email', 'lang']).executeTakeFirst();
}

export async function setInvitationUser(trx: Kysely<Database>, id: number, userId: number): Promise<void> {
  await trx.updateTable('invitations').set({ user_id: userId }).where('id', '=', id).execute();
}

export async function deleteOldInvitations(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}

/** The address of the open invitation to become a member that has this token; whoever has it may register, although only invited people may. */
export async function findInvitedMember(db: Kysely<Database>, hash: Buffer): Promise<string | undefined> {
  const rows = await db
    .selectFrom('member_invitations')
    .select('email')
    .where('token_hash', '=', hash)
    .where('accepted_by', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(goesOn('member_invitation', 'invitation_id'))
    .executeTakeFirst();
  return rows?.email;
}
