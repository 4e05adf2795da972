import { CODE_TTL_MS, RESET_LINK_TTL_MS, UNLOCK_LINK_TTL_MS } from '@belfry/schemas/domain/account';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { OutgoingMessage } from './outbox.table.ts';

/** What stands where a code or a token was. */
const REMOVED = '••••';
/** A secret whose message could not be sent works no longer than this. */
const UNSENT_TTL = sql`interval '1 day'`;
const seconds = (ms: number) => sql`make_interval(secs => ${sql.lit(ms / 1_000)})`;

const LINK_TTL = sql`case t.purpose
  when 'unlock_sign_in' then ${seconds(UNLOCK_LINK_TTL_MS)} else ${seconds(RESET_LINK_TTL_MS)} end`;

/** Whether the code or the link of `m` (outgoing_messages) still opens anything. */
const IS_LIVE = sql`(
  exists (
    select from confirmation_codes c
    where c.message_id = m.id and c.created_at > now() - ${UNSENT_TTL}
      and coalesce(m.sent_at > now() - ${seconds(CODE_TTL_MS)}, true)
  ) or exists (
    select from one_time_tokens t
    where t.message_id = m.id and t.created_at > now() - ${UNSENT_TTL}
      and coalesce(m.sent_at > now() - ${LINK_TTL}, true)
  ))`;

/**
 * Takes the codes and links that open nothing any more out of messages, of one person or of everybody; what still waited
 * to be sent with one is given up. Messages that somebody else is changing are left for the next time.
 */
export async function redactExpiredSecrets(db: Kysely<Database>, userId?: number): Promise<void> {
  const whose = userId === undefined ? sql`true` : sql`m.user_id = ${userId}`;
  const without = (column: 'subject' | 'text' | 'html') =>
    sql`case when dead.secret is null then null else replace(m.${sql.ref(column)}, dead.secret, ${REMOVED}) end`;
  await sql`
    with dead as (
      select m.id, coalesce(m.code, substring(m.link from '[?&]token=([^&#]+)')) as secret
      from outgoing_messages m
      where (m.code is not null or m.link is not null) and ${whose} and not ${IS_LIVE}
      order by m.id
      for no key update ${userId === undefined ? sql`skip locked` : sql``}
    )
    update outgoing_messages m set
      subject = ${without('subject')}, text = coalesce(${without('text')}, ''), html = ${without('html')},
      code = null, link = null, secret_removed_at = now(),
      state = case m.state when 'queued' then 'failed' else m.state end,
      last_error = case m.state when 'queued' then 'no longer of use' else m.last_error end
    from dead
    where m.id = dead.id`.execute(db);
}

/** Those of these messages whose secret still works; and those that are there at all. */
export async function findStored(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, OutgoingMessage>> {
  const rows = await db.selectFrom('outgoing_messages').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
