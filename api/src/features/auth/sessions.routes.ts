import { lookupQuerySchema } from '@belfry/schemas/http/lookups';
import { revokedAnswerSchema, sessionListSchema, sessionParamsSchema } from '@belfry/schemas/http/accounts/sessions';
import { routeWith } from '../../http/routes/route.ts';
import type { AuthDeps } from './deps.ts';
import { endSessions, listSessions, revokeSession } from './sessions.service.ts';

const route = routeWith<AuthDeps>();

export const sessionsRoutes = [
  route(
    {
      method: 'get',
      path: '/auth/sessions',
      summary: 'The valid sessions of the user',
      access: 'signed-in',
      ownKeyOnly: true,
      query: lookupQuerySchema,
      answer: sessionListSchema,
    },
    ({ deps, user, query }) => listSessions(deps, user, query.lang),
  ),
  route(
    {
      method: 'delete',
      path: '/auth/sessions',
      summary: 'End all sessions of the user except the current one',
      access: 'signed-in',
      ownKeyOnly: true,
      answer: revokedAnswerSchema,
    },
    async ({ deps, user }) => ({ revoked: await endSessions(deps, user.id, { except: user.key_id }) }),
  ),
  route(
    {
      method: 'delete',
      path: '/auth/sessions/{id}',
      summary: 'End one session of the user',
      access: 'signed-in',
      ownKeyOnly: true,
      policy: 'own',
      params: sessionParamsSchema,
      answer: null,
      errors: ['not_found'],
    },
    ({ deps, user, params }) => revokeSession(deps, user, params.id),
  ),
];
