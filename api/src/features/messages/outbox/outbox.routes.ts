import { Readable } from 'node:stream';
import {
  outboxHttp,
  type OutboxItem,
  type OutboxMessage,
  type OutboxQuery,
} from '@belfry/schemas/http/messages/outbox';
import type { Kysely } from 'kysely';
import { audit } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { Reply, type Wire } from '../../../http/routes/route.ts';
import { canReadOutgoingMessage, canSeeRoots, type OutgoingMessagePolicy } from '../../../policies/accounts.ts';
import { serve } from '../../../serve.ts';
import {
  type Attachment,
  findAttachment,
  findAttachmentName,
  findMessage,
  findMessages,
  type OutgoingMessage,
} from './outbox.repository.ts';

export const messagesRoutes = [
  serve(outboxHttp.list, { access: 'admin' }, async ({ deps, user, query }) => {
    const { total, items } = await listMessages(deps.db, user, query);
    return Reply.of(items, { headers: { 'X-Total-Count': String(total) } });
  }),
  serve(
    outboxHttp.read,
    { access: 'admin', policy: canReadOutgoingMessage },
    async ({ deps, user, policy, params, ip }) => {
      const message = await readMessage(deps.db, user, policy, params.id);
      // Audited, because it discloses another user's code.
      await audit(deps.db, { user, ip }, { action: 'outbox.read', object_kind: 'message', object_id: params.id });
      return message;
    },
  ),
  serve(
    outboxHttp.attachment,
    { access: 'admin', policy: canReadOutgoingMessage },
    async ({ deps, user, policy, params, ip }) => {
      const { filename, content, content_type } = await readAttachment(deps.db, user, policy, params.id);
      await audit(deps.db, { user, ip }, { action: 'outbox.read', object_kind: 'message', object_id: params.id });
      return Reply.chunks(Readable.from([content]), content_type, {
        headers: { 'Content-Disposition': `attachment; filename="${filename}"` },
      });
    },
  ),
];

/** A page of the messages that this administrator may read. */
async function listMessages(
  db: Kysely<Database>,
  caller: Principal,
  { page, page_size, ...filter }: OutboxQuery,
): Promise<{ total: number; items: Wire<OutboxItem>[] }> {
  const visible = { ...filter, includesRoots: canSeeRoots(caller) };
  const { total, rows } = await findMessages(db, visible, { limit: page_size, offset: (page - 1) * page_size });
  return { total, items: rows.map(toItem) };
}
/** A message with its text. Throws not_found, also for one that the policy does not permit. */
async function readMessage(
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
async function readAttachment(
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
