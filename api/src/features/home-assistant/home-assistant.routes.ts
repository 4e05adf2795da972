import { homeAssistantHttp } from '@belfry/schemas/http/home-assistant';
import { Reply } from '../../http/routes/route.ts';
import { canManageTriggers, managedNodes } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import {
  changeHomeAssistant,
  createHomeAssistant,
  homeAssistants,
  listHomeAssistants,
  removeHomeAssistant,
} from './home-assistant.service.ts';

const MANAGED = { access: 'signed-in', policy: canManageTriggers } as const;
/** Nobody who works as somebody else says where places go, or acts as them later. */
const OWN = { ...MANAGED, ownKeyOnly: true, audit: 'service' } as const;

export const homeAssistantRoutes = [
  serve(
    homeAssistantHttp.list,
    { access: 'signed-in', policy: { node: canManageTriggers, visible: managedNodes } },
    ({ deps, user, policy, query }) => listHomeAssistants(deps, user, policy, query.company_id),
  ),
  serve(homeAssistantHttp.create, OWN, async ({ deps, user, ip, policy, body }) =>
    Reply.of(await createHomeAssistant(deps, { user, ip }, policy, body), { status: 201 }),
  ),
  serve(homeAssistantHttp.read, MANAGED, ({ deps, user, ip, policy, params }) =>
    homeAssistants.read(deps.db, { id: params.id, actor: { user, ip }, policy }),
  ),
  serve(homeAssistantHttp.change, OWN, ({ deps, user, ip, policy, params, body }) =>
    changeHomeAssistant(deps, { id: params.id, actor: { user, ip }, policy }, body),
  ),
  serve(homeAssistantHttp.remove, { ...MANAGED, audit: 'service' }, ({ deps, user, ip, policy, params }) =>
    removeHomeAssistant(deps, { id: params.id, actor: { user, ip }, policy }),
  ),
];
