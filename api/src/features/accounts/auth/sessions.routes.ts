import { sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import { endSessions, listSessions, revokeSession } from './sessions.service.ts';
import { serve } from '../../../serve.ts';

export const sessionsRoutes = [
  serve(sessionsHttp.list, { access: 'signed-in', ownKeyOnly: true }, ({ deps, user, query }) =>
    listSessions(deps, user, query.lang),
  ),
  serve(sessionsHttp.endOthers, { access: 'signed-in', ownKeyOnly: true }, async ({ deps, user }) => ({
    revoked: await endSessions(deps, user.id, { except: user.key_id }),
  })),
  serve(sessionsHttp.end, { access: 'signed-in', ownKeyOnly: true, policy: 'own' }, ({ deps, user, params }) =>
    revokeSession(deps, user, params.id),
  ),
];
