import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import { Reply } from '../../http/routes/route.ts';
import { canManageTriggers, managedNodes } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { readDeliveries, redeliver, testWebhook } from './deliveries.service.ts';
import {
  changeWebhook,
  createWebhook,
  endPrevious,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
  webhooks,
} from './webhooks.service.ts';

const MANAGED = { access: 'signed-in', policy: canManageTriggers } as const;
/** Nobody who works as somebody else gets to know a secret, or says where messages go. */
const OWN = { ...MANAGED, ownKeyOnly: true, audit: 'service' } as const;

export const webhooksRoutes = [
  serve(
    webhooksHttp.list,
    { access: 'signed-in', policy: { node: canManageTriggers, visible: managedNodes } },
    ({ deps, user, policy, query }) => listWebhooks(deps, user, policy, query.company_id),
  ),
  serve(webhooksHttp.create, OWN, async ({ deps, user, ip, policy, body }) =>
    Reply.of(await createWebhook(deps, { user, ip }, policy, body), { status: 201 }),
  ),
  serve(webhooksHttp.read, MANAGED, ({ deps, user, ip, policy, params }) =>
    webhooks.read(deps.db, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(webhooksHttp.change, OWN, ({ deps, user, ip, policy, params, body }) =>
    changeWebhook(deps, { id: params.id, actor: { user, ip }, policy }, body),
  ),
  serve(webhooksHttp.remove, { ...MANAGED, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    removeWebhook(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(webhooksHttp.rotate, OWN, ({ deps, user, ip, policy, params }) =>
    rotateWebhook(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(webhooksHttp.endPrevious, OWN, ({ deps, user, ip, policy, params }) =>
    endPrevious(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(webhooksHttp.test, { ...MANAGED, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    testWebhook(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(webhooksHttp.deliveries, MANAGED, ({ deps, user, ip, policy, params, query: { state, page, page_size } }) =>
    readDeliveries(
      deps,
      { id: params.id, actor: { user, ip }, policy },
      { state, limit: page_size, offset: (page - 1) * page_size },
    ),
  ),
  serve(
    webhooksHttp.redeliver,
    { ...MANAGED, audit: 'service' },
    ({ deps, user, ip, policy, params: { id, delivery_id } }) =>
      redeliver(deps, { id, actor: { user, ip }, policy }, delivery_id),
  ),
];
