import type { OutboxQuery, OutgoingMessageKind } from '@belfry/schemas/http/mail/outbox';
import { type ExpressionBuilder, type Insertable, type Kysely, sql } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';
import { escapeLike } from '../../../db/conditions.ts';
import { instantText, inWindow, type TimeWindow } from '../../../db/time-window.ts';

export type OutgoingMessage = Row<'outgoing_messages'>;

type OutboxFilter = Pick<OutboxQuery, 'q' | 'channel' | 'state'> & { includesRoots: boolean };

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

/** The messages of a time, the newest first. `userId`: only the text messages that this person has sent. */
export async function findMessagesByTime(
  db: Kysely<Database>,
  { includesRoots, userId, q }: { includesRoots: boolean; userId: number | null; q: string },
  window: TimeWindow,
): Promise<(OutgoingMessage & { at_us: string; name: string | null; place: string | null })[]> {
  const pattern = `%${escapeLike(q)}%`;
  return db
    .selectFrom('outgoing_messages')
    .leftJoin('sms_messages as s', 's.message_id', 'outgoing_messages.id')
    .selectAll('outgoing_messages')
    .select(['s.name', 's.place', instantText('outgoing_messages.created_at').as('at_us')])
    .where(inWindow(window, { at: 'outgoing_messages.created_at', id: 'outgoing_messages.id', type: 'int8' }))
    .$if(!includesRoots, (qb) => qb.where((eb) => eb.not(isToRoot(eb))))
    .$if(userId !== null, (qb) => qb.where('s.user_id', '=', userId ?? 0))
    .$if(q !== '', (qb) =>
      qb.where((eb) =>
        eb.or([
          eb('outgoing_messages.recipient', 'ilike', pattern),
          eb('outgoing_messages.subject', 'ilike', pattern),
          eb('s.name', 'ilike', pattern),
          eb('s.place', 'ilike', pattern),
        ]),
      ),
    )
    .orderBy('outgoing_messages.created_at', 'desc')
    .orderBy('outgoing_messages.id', 'desc')
    .limit(window.limit)
    .execute();
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

const KEPT_DAYS = 30;

export async function deleteOldMessages(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('outgoing_messages')
    .where('state', '!=', 'queued')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute();
}

export type DueMessage = Pick<OutgoingMessage, 'id' | 'channel' | 'user_id' | 'attempts' | 'due_at'>;
const DUE = ['id', 'channel', 'user_id', 'attempts', 'due_at'] as const;

/** @returns them in the same order */
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

/** Fails those of these messages that are queued. */
export async function cancelMessages(trx: Kysely<Database>, ids: readonly number[], reason: string): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('outgoing_messages')
    .set({ state: 'failed', last_error: reason })
    .where('id', '=', sql<number>`any(${[...ids]}::int8[])`)
    .where('state', '=', 'queued')
    .execute();
}

/** Undefined if the message was sent, replaced or tried since. */
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

export type Attachment = Omit<Row<'message_attachments'>, 'message_id'>;

const COLUMNS = ['filename', 'content_type', 'content'] as const;

export async function insertAttachments(
  trx: Kysely<Database>,
  attachments: readonly Database['message_attachments'][],
): Promise<void> {
  if (attachments.length === 0) return;
  await trx
    .insertInto('message_attachments')
    .values([...attachments])
    .execute();
}

export async function findAttachment(db: Kysely<Database>, messageId: number): Promise<Attachment | undefined> {
  const attachments = db.selectFrom('message_attachments').select(COLUMNS);
  return attachments.where('message_id', '=', messageId).executeTakeFirst();
}

export async function findAttachmentName(db: Kysely<Database>, messageId: number): Promise<string | null> {
  const attachments = db.selectFrom('message_attachments').select('filename').where('message_id', '=', messageId);
  return (await attachments.executeTakeFirst())?.filename ?? null;
}
