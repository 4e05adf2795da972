import { Readable } from 'node:stream';
import { outboxHttp } from '@belfry/schemas/http/outbox/outbox';
import { Reply } from '../../http/routes/route.ts';
import { canReadOutgoingMessage } from '../../policies/outgoing-messages.ts';
import { audit } from '../audit/index.ts';
import { listMessages, readAttachment, readMessage } from './outbox.service.ts';
import { serve } from '../../serve.ts';

export const outboxRoutes = [
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
