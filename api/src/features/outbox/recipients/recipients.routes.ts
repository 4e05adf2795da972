import { messageAnswerSchema } from '@belfry/schemas/http/message-answer';
import {
  askRecipientBodySchema,
  confirmRecipientBodySchema,
  recipientQuerySchema,
  recipientStateSchema,
} from '@belfry/schemas/http/outbox/recipients';
import type { CoreDeps } from '../../../deps.ts';
import { routeWith } from '../../../http/routes/route.ts';
import { askAgain, confirmRecipient, readRecipient } from './recipients.service.ts';

const route = routeWith<Pick<CoreDeps, 'db' | 'config' | 'jobs'>>();

export const recipientsRoutes = [
  route(
    {
      method: 'get',
      path: '/recipients/state',
      summary: 'Whether a mail address or phone number gets notices, reports and text messages',
      access: 'signed-in',
      policy: 'own',
      query: recipientQuerySchema,
      answer: recipientStateSchema,
      errors: ['rate_limited'],
    },
    ({ deps, user, query }) => readRecipient(deps, user.id, query.recipient),
  ),
  route(
    {
      method: 'post',
      path: '/recipients/ask',
      summary: 'Ask a mail address or phone number again to confirm that it wants messages',
      access: 'signed-in',
      policy: 'own',
      body: askRecipientBodySchema,
      answer: messageAnswerSchema,
      errors: ['conflict', 'rate_limited'],
    },
    ({ deps, user, body }) => askAgain(deps, user.id, body),
  ),
  route(
    {
      method: 'post',
      path: '/recipients/confirm',
      summary: 'Confirm by the link of the message that a recipient wants messages',
      access: 'public',
      body: confirmRecipientBodySchema,
      answer: messageAnswerSchema,
      errors: ['link_expired', 'rate_limited'],
    },
    ({ deps, ip, body }) => confirmRecipient(deps, { token: body.token, ip }),
  ),
];
