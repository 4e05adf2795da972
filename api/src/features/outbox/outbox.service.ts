import type { Role } from '@belfry/schemas/domain/roles';
import type { AccountMessageKind, OutboxItem, OutboxMessage, OutboxQuery } from '@belfry/schemas/http/outbox';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { Jobs } from '../../jobs/index.ts';
import { canSeeRoots } from '../../policies/accounts.ts';
import type { MessagePolicy } from '../../policies/messages.ts';
import { sendMessageJobs } from './message-jobs.ts';
import { findMessage, findMessages, insertMessages, replaceWaiting } from './outbox.repository.ts';
import type { OutgoingMessage } from './outbox.table.ts';
import { renderMessage } from './texts/render.ts';

/** Stores the jobs that send messages. */
export type MessageJobs = Pick<Jobs, 'sendAll'>;

export type NewMessage = {
  kind: AccountMessageKind;
  to: { id: number; name: string; email: string; phone: string | null; lang: string; role: Role };
  code?: string;
  link?: string;
};

/**
 * Queues a message in the recipient's language; it replaces queued messages of the same kind. Must run in the transaction of
 * the change that the message is about.
 * @returns the message's id
 */
export async function queueMessage(
  trx: Kysely<Database>,
  jobs: MessageJobs,
  { kind, to, code, link }: NewMessage,
): Promise<number> {
  const channel = kind === 'confirm_phone' ? 'sms' : 'mail';
  const recipient = channel === 'sms' ? to.phone : to.email;
  if (recipient === null) throw new Error(`user ${to.id} has no phone to write to`);
  await replaceWaiting(trx, to.id, kind);
  const rendered = renderMessage({ kind, lang: to.lang, name: to.name, code, link });
  const message = {
    channel,
    kind,
    user_id: to.id,
    recipient,
    code: code ?? null,
    link: link ?? null,
    root_only: to.role === 'root',
    ...rendered,
  } as const;
  const [id] = await store(trx, jobs, [message]);
  return id as number;
}

/** A message whose text is made elsewhere. */
export type ReadyMessage = Pick<
  OutgoingMessage,
  'channel' | 'user_id' | 'recipient' | 'lang' | 'subject' | 'text' | 'html'
> & { kind: 'sms' | 'notice' };

/**
 * Queues messages with ready texts, `user_id` is the account on whose behalf they are sent. Must run in the transaction of the change
 * that they are about.
 * @returns the ids in the same order
 */
export const queueMessages = (
  trx: Kysely<Database>,
  jobs: MessageJobs,
  messages: readonly ReadyMessage[],
): Promise<number[]> => store(trx, jobs, messages);

async function store(
  trx: Kysely<Database>,
  jobs: MessageJobs,
  messages: Parameters<typeof insertMessages>[1],
): Promise<number[]> {
  const inserted = await insertMessages(trx, messages);
  await sendMessageJobs(trx, jobs, inserted);
  return inserted.map(({ id }) => id);
}

/** A page of the messages that this administrator may read. */
export async function listMessages(
  db: Kysely<Database>,
  caller: Principal,
  { page, page_size, ...filter }: OutboxQuery,
): Promise<{ total: number; items: Wire<OutboxItem>[] }> {
  const visible = { ...filter, rootsToo: canSeeRoots(caller) };
  const { total, rows } = await findMessages(db, visible, { limit: page_size, offset: (page - 1) * page_size });
  return { total, items: rows.map(toItem) };
}

/** A message with its text. Throws not_found, also for one that the policy does not permit. */
export async function readMessage(
  db: Kysely<Database>,
  caller: Principal,
  policy: MessagePolicy,
  id: number,
): Promise<Wire<OutboxMessage>> {
  const message = await findMessage(db, id);
  if (!message || !policy(caller, message)) throw notFound('Message not found');
  const { text, html, code, link } = message;
  return { ...toItem(message), text, html, code, link };
}

const toItem = (message: OutgoingMessage): Wire<OutboxItem> => ({
  id: message.id,
  channel: message.channel,
  kind: message.kind,
  recipient: message.recipient,
  subject: message.subject,
  lang: message.lang,
  state: message.state,
  attempts: message.attempts,
  last_error: message.last_error,
  created_at: message.created_at,
  next_attempt_at: message.state === 'queued' ? message.due_at : null,
  sent_at: message.sent_at,
});
