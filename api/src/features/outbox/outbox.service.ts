import type { OutboxItem, OutboxMessage, OutboxQuery } from '@belfry/schemas/http/outbox/outbox';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Wire } from '../../http/routes/route.ts';
import { canSeeRoots } from '../../policies/accounts.ts';
import type { OutgoingMessagePolicy } from '../../policies/outgoing-messages.ts';
import { findAttachment, findAttachmentName, type Attachment } from './attachments.repository.ts';
import { findMessage, findMessages, type OutgoingMessage } from './outbox.repository.ts';

/** A page of the messages that this administrator may read. */
export async function listMessages(
  db: Kysely<Database>,
  caller: Principal,
  { page, page_size, ...filter }: OutboxQuery,
): Promise<{ total: number; items: Wire<OutboxItem>[] }> {
  const visible = { ...filter, includesRoots: canSeeRoots(caller) };
  const { total, rows } = await findMessages(db, visible, { limit: page_size, offset: (page - 1) * page_size });
  return { total, items: rows.map(toItem) };
}

/** A message with its text. Throws not_found, also for one that the policy does not permit. */
export async function readMessage(
  db: Kysely<Database>,
  caller: Principal,
  policy: OutgoingMessagePolicy,
  id: number,
): Promise<Wire<OutboxMessage>> {
  const message = await findPermitted(db, caller, policy, id);
  const { text, html, code, link } = message;
  return { ...toItem(message), text, html, code, link, attachment: await findAttachmentName(db, id) };
}

/** The file that a message carries. Throws not_found as `readMessage`, and where there is none. */
export async function readAttachment(
  db: Kysely<Database>,
  caller: Principal,
  policy: OutgoingMessagePolicy,
  id: number,
): Promise<Attachment> {
  await findPermitted(db, caller, policy, id);
  const attachment = await findAttachment(db, id);
  if (!attachment) throw notFound('This message has no attachment');
  return attachment;
}

async function findPermitted(db: Kysely<Database>, caller: Principal, policy: OutgoingMessagePolicy, id: number) {
  const message = await findMessage(db, id);
  if (!message || !policy(caller, message)) throw notFound('Message not found');
  return message;
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
