import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { resourceRoutes } from '../resource.routes.ts';
import { findSchedulesWith } from '../uses.repository.ts';
import { deleteMessage } from './messages.repository.ts';
import { messagesResource as resource } from './messages.resource.ts';
import { changeMessage, writeMessage } from './messages.service.ts';

const writer = { insert: writeMessage, update: changeMessage };

export const messagesRoutes = resourceRoutes(messagesHttp, resource, writer, {
  delete: deleteMessage,
  findUses: (trx, id) => findSchedulesWith(trx, 'message_id', id),
});
