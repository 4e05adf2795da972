import { apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { canManageMembers } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { createApiKey, listApiKeys, removeApiKey } from './api-keys.service.ts';

export const apiKeysRoutes = [
  serve(apiKeysHttp.list, { access: 'signed-in', policy: canManageMembers }, ({ deps, user }) =>
    listApiKeys(deps, user.id),
  ),
  serve(
    apiKeysHttp.create,
    { access: 'signed-in', policy: canManageMembers, ownKeyOnly: true, audit: 'service' },
    ({ deps, user, ip, policy, body }) => createApiKey(deps, { user, ip }, policy, body),
  ),
  serve(
    apiKeysHttp.remove,
    { access: 'signed-in', policy: canManageMembers, audit: 'service' },
    ({ deps, user, ip, policy, params }) => removeApiKey(deps, { user, ip }, policy, params.id),
  ),
];
