import { messageBodySchema, messagePatchSchema } from '@belfry/schemas/http/library';
import { changeRoute, createRoute, listRoute, readRoute, removeRoute } from '../resource.routes.ts';
import { findSchedulesWith } from '../uses.repository.ts';
import { deleteMessage } from './messages.repository.ts';
import { messagesResource as resource } from './messages.resource.ts';
import { changeMessage, writeMessage } from './messages.service.ts';

const PATH = '/messages';
const writer = { body: messageBodySchema, patch: messagePatchSchema, insert: writeMessage, update: changeMessage };

export const messagesRoutes = [
  listRoute(PATH, resource),
  createRoute(PATH, resource, writer),
  readRoute(PATH, resource),
  changeRoute(PATH, resource, writer),
  removeRoute(PATH, resource, {
    delete: deleteMessage,
    findUses: (trx, id) => findSchedulesWith(trx, 'message_id', id),
  }),
];
