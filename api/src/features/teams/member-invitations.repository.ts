import type { NodeRole, RightsMask } from '@belfry/schemas/domain/rights';
import { MEMBER_INVITATION_TTL_MS, type MemberInvitation } from '@belfry/schemas/http/teams/members';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { goesOn } from '../../people/grants.repository.ts';
import type { Wire } from '../../http/routes/route.ts';
import { findHeld, type Held } from '../../people/organisation-share.ts';

export type StoredInvitation = {
  invitation_id: number;
  company_id: number;
  email: string;
  lang: string;
  role: NodeRole;
  may_emergency: boolean;
  membership_ends_at: Date | null;
  rights: RightsMask;
  invited_by: number | null;
};
const COLUMNS = [
  'invitation_id',
  'company_id',
  'email',
  'lang',
  'role',
  'may_emergency',
  'membership_ends_at',
  'rights',
  'invited_by',
] as const;

type Mailed = { token_hash: Buffer; message_id: number | null };

/** Replaces the open invitation of the same address with the same role at the node. @returns its id */
export async function insertInvitation(
  trx: Kysely<Database>,
  invitation: Omit<StoredInvitation, 'invitation_id'> & Mailed,
): Promise<number> {
  const { company_id, email, role } = invitation;
  await trx
    .deleteFrom('member_invitations')
    .where('company_id', '=', company_id)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('role', '=', role)
    .where('accepted_by', 'is', null)
    .execute();
  const { invitation_id } = await trx
    .insertInto('member_invitations')
    .values({ ...invitation, expires_at: validUntil() })
    .returning('invitation_id')
    .executeTakeFirstOrThrow();
  return invitation_id;
}

const validUntil = (): Date => new Date(Date.now() + MEMBER_INVITATION_TTL_MS);

/** Gives an invitation a new link, seven more days, and somebody who invites. */
export async function renewInvitation(
  trx: Kysely<Database>,
  id: number,
  mailed: Mailed & { invited_by: number },
): Promise<void> {
  await trx
    .updateTable('member_invitations')
    .set({ ...mailed, expires_at: validUntil() })
    .where('invitation_id', '=', id)
    .execute();
}

/** Makes another user the one who invites. */
export async function passInvitation(trx: Kysely<Database>, id: number, invited_by: number): Promise<void> {
  await trx.updateTable('member_invitations').set({ invited_by }).where('invitation_id', '=', id).execute();
}

export async function lockInvitation(trx: Kysely<Database>, id: number): Promise<StoredInvitation | undefined> {
  return trx
    .selectFrom('member_invitations')
    .select(COLUMNS)
    .where('invitation_id', '=', id)
    .where('accepted_by', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function lockInvitationOf(trx: Kysely<Database>, hash: Buffer): Promise<StoredInvitation | undefined> {
  return trx
    .selectFrom('member_invitations')
    .select(COLUMNS)
    .where('token_hash', '=', hash)
    .where('accepted_by', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(goesOn('member_invitation', 'invitation_id'))
    .forUpdate()
    .executeTakeFirst();
}

export async function findInvitationContent(
  db: Kysely<Database>,
  hash: Buffer,
): Promise<
  { email: string; company_name: string; role: NodeRole; invited_by: string | null; has_account: boolean } | undefined
> {
  const { rows } = await sql<{
    email: string;
    company_name: string;
    role: NodeRole;
    invited_by: string | null;
    has_account: boolean;
  }>`
    select i.email, c.name as company_name, i.role, u.name as invited_by,
      exists (select from users a where lower(a.email) = lower(i.email) and not a.registration_pending) as has_account
    from member_invitations i join companies c using (company_id) left join users u on u.id = i.invited_by
    where i.token_hash = ${hash} and i.accepted_by is null and i.expires_at > now() and ${goesOn('member_invitation', 'i.invitation_id')}`.execute(
    db,
  );
  return rows[0];
}

/** @param hidesRoots whether the reader must not know of roots */
export async function findOpenInvitations(
  db: Kysely<Database>,
  { company_id, only, hidesRoots }: { company_id: number; only?: number; hidesRoots: boolean },
): Promise<Wire<MemberInvitation>[]> {
  const { rows } = await sql<Wire<MemberInvitation>>`
    select i.invitation_id, i.company_id, i.email, i.role, i.may_emergency, i.membership_ends_at as expires_at,
      case when ${!hidesRoots} or u.role <> 'root' then u.name end as invited_by, i.created_at, i.expires_at as valid_until
    from member_invitations i left join users u on u.id = i.invited_by
    where i.company_id = ${company_id} and i.accepted_by is null and i.expires_at > now()
      and (${only ?? null}::int is null or i.invitation_id = ${only ?? null}::int)
    order by i.invitation_id desc limit ${SHOWN_MAX}`.execute(db);
  return rows;
}
const SHOWN_MAX = 200;

export async function deleteInvitation(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('member_invitations').where('invitation_id', '=', id).execute();
}

/** Stores who has accepted, so that an invitation is used once. */
export async function setAccepted(trx: Kysely<Database>, id: number, userId: number): Promise<void> {
  await trx.updateTable('member_invitations').set({ accepted_by: userId }).where('invitation_id', '=', id).execute();
}

export async function deleteOldMemberInvitations(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('member_invitations')
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}

/** Who has sent how many invitations of an organisation within a day. */
export const findHeldInvitations = (db: Kysely<Database>, ownerId: number): Promise<Held[]> =>
  findHeld(
    db,
    sql`select i.invited_by as made_by from member_invitations i join companies c using (company_id)
      where c.user_id = ${ownerId} and i.created_at > now() - interval '1 day'`,
  );
