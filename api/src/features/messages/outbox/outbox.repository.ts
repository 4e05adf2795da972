import type { OutboxQuery } from '@belfry/schemas/http/messages/outbox';
import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';
import { escapeLike } from '../../../db/like.ts';

export type OutgoingMessage = Row<'outgoing_messages'>;

/** `includesRoots`: with the messages to root accounts. */
export type OutboxFilter = Pick<OutboxQuery, 'q' | 'channel' | 'state'> & { includesRoots: boolean };

/** One page of messages, newest first, with the number of all that match. */
export async function findMessages(
  db: Kysely<Database>,
  filter: OutboxFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: OutgoingMessage[] }> {
  const matching = db
    .selectFrom('outgoing_messages')
    .$if(!filter.includesRoots, (qb) => qb.where((eb) => eb.not(isToRoot(eb))))
    .$if(filter.channel !== 'all', (qb) => qb.where('channel', '=', filter.channel as OutgoingMessage['channel']))
    .$if(filter.state !== 'all', (qb) => qb.where('state', '=', filter.state as OutgoingMessage['state']))
    .$if(filter.q !== '', (qb) => {
      const pattern = `%${escapeLike(filter.q)}%`;
      return qb.where((eb) => eb.or([eb('recipient', 'ilike', pattern), eb('subject', 'ilike', pattern)]));
    });
  const [counted, rows] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
  ]);
  return { total: counted.total, rows };
}

export async function findMessage(
  db: Kysely<Database>,
  id: number,
): Promise<(OutgoingMessage & { to_root: boolean }) | undefined> {
  const row = await db
    .selectFrom('outgoing_messages')
    .selectAll()
    .select((eb) => isToRoot(eb).as('to_root'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, to_root: Boolean(row.to_root) };
}

/** Whether a message was sent to a root account, or to one that has become root since. */
const isToRoot = (eb: ExpressionBuilder<Database, 'outgoing_messages'>) =>
  eb.or([
    eb('root_only', '=', true),
    eb.exists(
      eb
        .selectFrom('users')
        .select('users.id')
        .whereRef('users.id', '=', 'outgoing_messages.user_id')
        .where('users.role', '=', 'root'),
    ),
  ]);

/** How long sent and failed messages are kept. */
const KEPT_DAYS = 30;

/** Deletes sent and failed messages that are older than KEPT_DAYS. */
export async function deleteOldMessages(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('outgoing_messages')
    .where('state', '!=', 'queued')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute();
}
