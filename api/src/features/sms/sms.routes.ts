import {
  smsHistoryItemSchema,
  smsHistoryQuerySchema,
  smsPreviewBodySchema,
  smsPreviewSchema,
  smsSendBodySchema,
  smsSentSchema,
} from '@belfry/schemas/http/outbox/sms';
import { z } from 'zod';
import { Reply, routeWith } from '../../http/routes/route.ts';
import { canReadNode } from '../../policies/owners.ts';
import type { SmsDeps } from './deps.ts';
import { findHistory } from './sms.repository.ts';
import { previewSms, sendSms } from './sms.service.ts';

const route = routeWith<SmsDeps>();

export const smsSendingRoutes = [
  route(
    {
      method: 'post',
      path: '/sms/preview',
      summary: 'Who would get a text message, with its text and parts; nothing is sent',
      access: 'signed-in',
      policy: canReadNode,
      body: smsPreviewBodySchema,
      answer: smsPreviewSchema,
      errors: ['forbidden', 'not_found', 'unprocessable'],
    },
    ({ deps, user, policy, body }) => previewSms(deps, user, policy, body),
  ),
  route(
    {
      method: 'post',
      path: '/sms/send',
      summary: 'Send a text message to responsible people and typed numbers',
      description: 'Each number gets it once. The number of recipients must be the one of the preview.',
      access: 'signed-in',
      policy: canReadNode,
      body: smsSendBodySchema,
      answer: smsSentSchema,
      status: 202,
      errors: ['forbidden', 'not_found', 'unprocessable', 'conflict', 'rate_limited'],
    },
    ({ deps, user, ip, policy, body }) => sendSms(deps, { user, ip }, policy, body),
  ),
  route(
    {
      method: 'get',
      path: '/sms/history',
      summary: 'The text messages that the caller has sent, newest first, with the state of each',
      access: 'signed-in',
      policy: 'own',
      query: smsHistoryQuerySchema,
      answer: z.array(smsHistoryItemSchema),
      headers: { 'X-Total-Count': 'How many messages match the filter' },
    },
    async ({ deps, user, query }) => {
      const { total, items } = await findHistory(deps.db, user.id, query);
      return Reply.of(items, { headers: { 'X-Total-Count': String(total) } });
    },
  ),
];
