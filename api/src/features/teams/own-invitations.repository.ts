import type { BlockedSender, OwnInvitation } from '@belfry/schemas/http/teams/own-invitations';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { goesOn } from '../../people/grants.repository.ts';
import type { Wire } from '../../http/routes/route.ts';

const SHOWN_MAX = 100;

/** Leaves out senders whom the person has blocked. */
export async function findOwnInvitations(
  db: Kysely<Database>,
  userId: number,
  only?: number,
): Promise<Wire<OwnInvitation>[]> {
  const { rows } = await sql<Wire<OwnInvitation>>`
    select i.invitation_id, i.company_id, c.name as company_name, o.name as organisation_name, i.role, i.may_emergency,
      i.membership_ends_at as expires_at, s.name as invited_by, i.created_at, i.expires_at as valid_until
    from users u
    join member_invitations i on lower(i.email) = lower(u.email) and i.accepted_by is null and i.expires_at > now()
    join companies c on c.company_id = i.company_id join users o on o.id = c.user_id left join users s on s.id = i.invited_by
    where u.id = ${userId} and u.email_confirm and ${goesOn('member_invitation', 'i.invitation_id')}
      and not exists (select from blocked_senders b where b.user_id = u.id and b.sender_id in (i.invited_by, c.user_id))
      and (${only ?? null}::int is null or i.invitation_id = ${only ?? null}::int)
    order by i.invitation_id desc limit ${SHOWN_MAX}`.execute(db);
  return rows;
}

export async function hasBlocked(db: Kysely<Database>, userId: number, senders: readonly number[]): Promise<boolean> {
  const blocks = await db
    .selectFrom('blocked_senders')
    .select('sender_id')
    .where('user_id', '=', userId)
    .where('sender_id', 'in', [...senders])
    .executeTakeFirst();
  return blocks !== undefined;
}

export async function blockSenders(trx: Kysely<Database>, userId: number, senders: readonly number[]): Promise<void> {
  await trx
    .insertInto('blocked_senders')
    .values([...new Set(senders)].map((sender_id) => ({ user_id: userId, sender_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findBlockedSenders(db: Kysely<Database>, userId: number): Promise<Wire<BlockedSender>[]> {
  return db
    .selectFrom('blocked_senders as b')
    .innerJoin('users as s', 's.id', 'b.sender_id')
    .select(['b.sender_id', 's.name', 'b.blocked_at'])
    .where('b.user_id', '=', userId)
    .orderBy('b.blocked_at', 'desc')
    .limit(SHOWN_MAX)
    .execute();
}

export async function unblockSender(db: Kysely<Database>, userId: number, senderId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('blocked_senders')
    .where('user_id', '=', userId)
    .where('sender_id', '=', senderId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
