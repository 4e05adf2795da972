import type { OutgoingMessageKind } from '@belfry/schemas/http/messages/outbox';
import { sql, type Insertable, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { DueMessage } from './message-jobs.ts';
import type { OutgoingMessage } from './outbox.repository.ts';

/** What the job of a message needs. */
const DUE = ['id', 'channel', 'attempts', 'due_at'] as const;

/** Inserts messages in one statement; returns them in the same order. */
export async function insertMessages(
  trx: Kysely<Database>,
  messages: readonly Insertable<Database['outgoing_messages']>[],
): Promise<DueMessage[]> {
  if (messages.length === 0) return [];
  // One statement numbers its rows in their order.
  return trx
    .insertInto('outgoing_messages')
    .values([...messages])
    .returning(DUE)
    .execute();
}

/** Fails the queued messages of one kind to these users, which newer ones replace. */
export async function replaceWaiting(
  db: Kysely<Database>,
  userIds: readonly number[],
  kind: OutgoingMessageKind,
): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .updateTable('outgoing_messages')
    .set({ state: 'failed', last_error: 'replaced by a newer message' })
    .where('user_id', '=', sql<number>`any(${userIds}::int4[])`)
    .where('kind', '=', kind)
    .where('state', '=', 'queued')
    .execute();
}

/** A queued message that has had so many attempts; undefined if it was sent, replaced or tried since. */
export async function findForAttempt(
  db: Kysely<Database>,
  id: number,
  attempts: number,
): Promise<OutgoingMessage | undefined> {
  return db
    .selectFrom('outgoing_messages')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
}

/** Queued messages in the order of their ids, from the one behind `after`. */
export async function findQueued(
  db: Kysely<Database>,
  { after, limit }: { after: number; limit: number },
): Promise<DueMessage[]> {
  const queued = db.selectFrom('outgoing_messages').select(DUE).where('state', '=', 'queued').where('id', '>', after);
  return queued.orderBy('id').limit(limit).execute();
}

export async function markSent(db: Kysely<Database>, id: number): Promise<void> {
  await db
    .updateTable('outgoing_messages')
    .set((eb) => ({
      state: 'sent',
      attempts: eb('attempts', '+', 1),
      sent_at: sql<Date>`now()`,
      last_error: null,
    }))
    .where('id', '=', id)
    .execute();
}

/**
 * Stores a failed attempt; the next one is due after `retrySeconds`, or never if that is null. Undefined if the message is not queued
 * any more.
 */
export async function markTried(
  db: Kysely<Database>,
  id: number,
  { error, retrySeconds }: { error: string; retrySeconds: number | null },
): Promise<(DueMessage & Pick<OutgoingMessage, 'state'>) | undefined> {
  return db
    .updateTable('outgoing_messages')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      last_error: error,
      state: retrySeconds === null ? 'failed' : 'queued',
      due_at: sql<Date>`now() + make_interval(secs => ${retrySeconds ?? 0})`,
    }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning([...DUE, 'state'])
    .executeTakeFirst();
}
