import { smsHttp } from '@belfry/schemas/http/messages/sms';
import { Reply } from '../../../http/routes/route.ts';
import { canReadNode } from '../../../policies/owners.ts';
import { findHistory } from './sms.repository.ts';
import { previewSms, sendSms } from './sms.service.ts';
import { serve } from '../../../serve.ts';

export const smsSendingRoutes = [
  serve(smsHttp.preview, { access: 'signed-in', policy: canReadNode }, ({ deps, user, policy, body }) =>
    previewSms(deps, user, policy, body),
  ),
  serve(smsHttp.send, { access: 'signed-in', policy: canReadNode }, ({ deps, user, ip, policy, body }) =>
    sendSms(deps, { user, ip }, policy, body),
  ),
  serve(smsHttp.history, { access: 'signed-in', policy: 'own' }, async ({ deps, user, query }) => {
    const { total, items } = await findHistory(deps.db, user.id, query);
    return Reply.of(items, { headers: { 'X-Total-Count': String(total) } });
  }),
];
