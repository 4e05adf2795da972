import type { MessageKind, OutboxQuery } from '@belfry/schemas/http/outbox';
import { sql, type ExpressionBuilder, type Insertable, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { escapeLike } from '../../db/like.ts';
import type { OutgoingMessage, OutgoingMessagesTable } from './outbox.table.ts';

export async function insertMessage(
  db: Kysely<Database>,
  message: Insertable<OutgoingMessagesTable>,
): Promise<{ id: number }> {
  return db.insertInto('outgoing_messages').values(message).returning('id').executeTakeFirstOrThrow();
}

/** Inserts many messages in one statement; returns their ids in the same order. */
export async function insertMessages(
  trx: Kysely<Database>,
  messages: readonly Insertable<OutgoingMessagesTable>[],
): Promise<number[]> {
  if (messages.length === 0) return [];
  const rows = await trx
    .insertInto('outgoing_messages')
    .values([...messages])
    .returning('id')
    .execute();
  // One statement numbers its rows in their order.
  return rows.map(({ id }) => id);
}

/** Fails the queued messages of one kind to a user, which a newer one replaces. */
export async function replaceWaiting(db: Kysely<Database>, userId: number, kind: MessageKind): Promise<void> {
  await db
    .updateTable('outgoing_messages')
    .set({ state: 'failed', last_error: 'replaced by a newer message' })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', 'queued')
    .execute();
}

/**
 * Claims due messages, oldest first. Locked messages are skipped, so no two workers claim the same one; after the lease a
 * message is due again if its worker has died.
 */
export async function claimDue(db: Kysely<Database>, count: number, leaseSeconds: number): Promise<OutgoingMessage[]> {
  return db
    .updateTable('outgoing_messages')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      next_attempt_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
    }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outgoing_messages')
        .select('id')
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        .orderBy('next_attempt_at')
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

export async function markSent(db: Kysely<Database>, id: number): Promise<void> {
  await db
    .updateTable('outgoing_messages')
    .set({ state: 'sent', sent_at: sql<Date>`now()`, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Stores a failed attempt; the next one is due after `retrySeconds`, or never if that is null. */
export async function markTried(
  db: Kysely<Database>,
  id: number,
  { error, retrySeconds }: { error: string; retrySeconds: number | null },
): Promise<void> {
  await db
    .updateTable('outgoing_messages')
    .set({
      last_error: error,
      state: retrySeconds === null ? 'failed' : 'queued',
      next_attempt_at: sql<Date>`now() + make_interval(secs => ${retrySeconds ?? 0})`,
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

/** `rootsToo`: with the messages to root accounts. */
export type OutboxFilter = Pick<OutboxQuery, 'q' | 'channel' | 'state'> & { rootsToo: boolean };

/** One page of messages, newest first, with the number of all that match. */
export async function findMessages(
  db: Kysely<Database>,
  filter: OutboxFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: OutgoingMessage[] }> {
  const matching = db
    .selectFrom('outgoing_messages')
    .$if(!filter.rootsToo, (qb) => qb.where((eb) => eb.not(isToRoot(eb))))
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

/** Deletes sent and failed messages that are older than `days`. */
export async function deleteOldMessages(db: Kysely<Database>, days: number): Promise<void> {
  await db
    .deleteFrom('outgoing_messages')
    .where('state', '!=', 'queued')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}
