import { CODE_TTL_MS, RESET_LINK_TTL_MS, UNLOCK_LINK_TTL_MS } from '@belfry/schemas/domain/account';
import { CONFIRMATION_LINK_TTL_MS } from '@belfry/schemas/domain/limits';
import { ANSWER_LINK_HOURS } from '@belfry/schemas/http/scenarios/answers';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { OutgoingMessage } from './outbox.repository.ts';

const REMOVED = '••••';
/** Validity of a secret whose message could not be sent. */
const UNSENT_TTL = sql`interval '1 day'`;
const seconds = (ms: number) => sql`make_interval(secs => ${sql.lit(ms / 1_000)})`;

const LINK_TTL = sql`case t.purpose
  when 'unlock_sign_in' then ${seconds(UNLOCK_LINK_TTL_MS)} else ${seconds(RESET_LINK_TTL_MS)} end`;

/** Whether the code or the link of `m` (outgoing_messages) is valid. */
const IS_LIVE = sql`(
  exists (
    select from confirmation_codes c
    where c.message_id = m.id and c.created_at > now() - ${UNSENT_TTL}
      and coalesce(m.sent_at > now() - ${seconds(CODE_TTL_MS)}, true)
  ) or exists (
    select from one_time_tokens t
    where t.message_id = m.id and t.created_at > now() - ${UNSENT_TTL}
      and coalesce(m.sent_at > now() - ${LINK_TTL}, true)
  ) or exists (
    select from confirmed_recipients r
    where r.message_id = m.id and r.confirmed_at is null and r.requested_at > now() - ${seconds(CONFIRMATION_LINK_TTL_MS)}
  ) or exists (
    select from invitations i where i.message_id = m.id and i.user_id is null and i.expires_at > now()
  ) or exists (
    select from member_invitations i where i.message_id = m.id and i.accepted_by is null and i.expires_at > now()
  ) or exists (
    select from scenario_receipts x
    where x.message_id = m.id and x.token_hash is not null and m.created_at > now() - make_interval(hours => ${sql.lit(ANSWER_LINK_HOURS)})
  ))`;

/**
 * Redacts invalid codes and links in messages of these users, or of all where none is given; a queued message with such a secret fails. Messages
 * that are locked are skipped until the next run.
 */
export async function redactExpiredSecrets(db: Kysely<Database>, ...userIds: number[]): Promise<void> {
  const all = userIds.length === 0;
  await redact(db, all ? sql`true` : sql`m.user_id = any(${userIds}::int4[])`, all);
}

/** Redacts invalid links in mails to an address that has no account. */
export async function redactSecretsOf(db: Kysely<Database>, email: string): Promise<void> {
  await redact(db, sql`m.user_id is null and m.recipient = ${email}`, false);
}

async function redact(db: Kysely<Database>, whose: RawBuilder<unknown>, all: boolean): Promise<void> {
  const without = (column: 'subject' | 'text' | 'html') =>
    sql`case when expired.secret is null then null else replace(m.${sql.ref(column)}, expired.secret, ${REMOVED}) end`;
  await sql`
    with expired as (
      select m.id, coalesce(m.code, substring(m.link from '(?:[?&]token=|#)([^&#]+)')) as secret
      from outgoing_messages m
      where (m.code is not null or m.link is not null) and ${whose} and not ${IS_LIVE}
      order by m.id
      for no key update ${all ? sql`skip locked` : sql``}
    )
    update outgoing_messages m set
      subject = ${without('subject')}, text = coalesce(${without('text')}, ''), html = ${without('html')},
      code = null, link = null, secret_removed_at = now(),
      state = case m.state when 'queued' then 'failed' else m.state end,
      last_error = case m.state when 'queued' then 'no longer of use' else m.last_error end
    from expired
    where m.id = expired.id`.execute(db);
}

export async function findStored(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, OutgoingMessage>> {
  const rows = await db.selectFrom('outgoing_messages').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
