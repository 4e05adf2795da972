import { Readable } from 'node:stream';
import {
  outboxListSchema,
  outboxMessageSchema,
  outboxParamsSchema,
  outboxQuerySchema,
} from '@belfry/schemas/http/outbox/outbox';
import { Reply, routeWith } from '../../http/routes/route.ts';
import { z } from 'zod';
import { canReadOutgoingMessage } from '../../policies/outgoing-messages.ts';
import { audit } from '../audit/index.ts';
import type { OutboxDeps } from './deps.ts';
import { listMessages, readAttachment, readMessage } from './outbox.service.ts';

const route = routeWith<OutboxDeps>();

export const outboxRoutes = [
  route(
    {
      method: 'get',
      path: '/admin/outbox',
      summary: 'Sent and queued mail and SMS, newest first',
      description: 'Messages to root accounts are for root only.',
      access: 'admin',
      query: outboxQuerySchema,
      answer: outboxListSchema,
      headers: { 'X-Total-Count': 'How many messages match the filter' },
    },
    async ({ deps, user, query }) => {
      const { total, items } = await listMessages(deps.db, user, query);
      return Reply.of(items, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
  route(
    {
      method: 'get',
      path: '/admin/outbox/{id}',
      summary: 'One message with its text, and the code or link in it',
      access: 'admin',
      policy: canReadOutgoingMessage,
      params: outboxParamsSchema,
      answer: outboxMessageSchema,
      errors: ['not_found'],
    },
    async ({ deps, user, policy, params, ip }) => {
      const message = await readMessage(deps.db, user, policy, params.id);
      // Audited, because it discloses another user's code.
      await audit(deps.db, { user, ip }, { action: 'outbox.read', object_kind: 'message', object_id: params.id });
      return message;
    },
  ),
  route(
    {
      method: 'get',
      path: '/admin/outbox/{id}/attachment',
      summary: 'The file that a mail carries',
      access: 'admin',
      policy: canReadOutgoingMessage,
      params: outboxParamsSchema,
      answer: z.file().mime('text/csv'),
      headers: { 'Content-Disposition': 'the name of the file' },
      errors: ['not_found'],
    },
    async ({ deps, user, policy, params, ip }) => {
      const { filename, content, content_type } = await readAttachment(deps.db, user, policy, params.id);
      await audit(deps.db, { user, ip }, { action: 'outbox.read', object_kind: 'message', object_id: params.id });
      return Reply.chunks(Readable.from([content]), content_type, {
        headers: { 'Content-Disposition': `attachment; filename="${filename}"` },
      });
    },
  ),
];
