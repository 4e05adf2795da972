import { Readable } from 'node:stream';
import { outboxHttp, type OutboxItem } from '@belfry/schemas/http/mail/outbox';
import type { Kysely } from 'kysely';
import { audit } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { Reply, type Wire } from '../../../http/routes/route.ts';
import { canReadOutgoingMessage, canSeeRoots, type OutgoingMessagePolicy } from '../../../policies/accounts.ts';
import { serve } from '../../../serve.ts';
import {
  findAttachment,
  findAttachmentName,
  findMessage,
  findMessages,
  type OutgoingMessage,
} from './outbox.repository.ts';

export const messagesRoutes = [
  serve(outboxHttp.list, { access: 'admin' }, async ({ deps, user, query: { page, page_size, ...filter } }) => {
    const visible = { ...filter, includesRoots: canSeeRoots(user) };
    const { total, rows } = await findMessages(deps.db, visible, { limit: page_size, offset: (page - 1) * page_size });
    return Reply.of(rows.map(toItem), { headers: { 'X-Total-Count': String(total) } });
  }),
  serve(
    outboxHttp.read,
    { access: 'admin', policy: canReadOutgoingMessage },
    async ({ deps: { db }, user, policy, params: { id }, ip }) => {
      const message = await findPermitted(db, user, policy, id);
      const { text, html, code, link } = message;
      const answer = { ...toItem(message), text, html, code, link, attachment: await findAttachmentName(db, id) };
      // Audited, because it discloses another user's code.
      await audit(db, { user, ip }, { action: 'outbox.read', object_kind: 'message', object_id: id });
      return answer;
    },
  ),
  serve(
    outboxHttp.attachment,
    { access: 'admin', policy: canReadOutgoingMessage },
    async ({ deps: { db }, user, policy, params: { id }, ip }) => {
      await findPermitted(db, user, policy, id);
      const attachment = await findAttachment(db, id);
      if (!attachment) throw notFound('This message has no attachment');
      await audit(db, { user, ip }, { action: 'outbox.read', object_kind: 'message', object_id: id });
      return Reply.chunks(Readable.from([attachment.content]), attachment.content_type, {
        headers: { 'Content-Disposition': `attachment; filename="${attachment.filename}"` },
      });
    },
  ),
];

async function findPermitted(db: Kysely<Database>, caller: Principal, policy: OutgoingMessagePolicy, id: number) {
  const message = await findMessage(db, id);
  if (!message || !policy(caller, message)) throw notFound('Message not found');
  return message;
}

export const toItem = (message: OutgoingMessage): Wire<OutboxItem> => ({
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
