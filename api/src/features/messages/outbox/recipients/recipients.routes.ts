import { recipientsHttp } from '@belfry/schemas/http/messages/recipients';
import { serveWith } from '../../../../http/routes/route.ts';
import { askAgain, confirmRecipient, readRecipient } from './recipients.service.ts';
import type { Deps } from '../../../../deps.ts';

const serve = serveWith<Pick<Deps, 'db' | 'config' | 'jobs'>>();

export const recipientsRoutes = [
  serve(recipientsHttp.state, { access: 'signed-in', policy: 'own' }, ({ deps, user, query }) =>
    readRecipient(deps, user, query.recipient),
  ),
  serve(recipientsHttp.askAgain, { access: 'signed-in', policy: 'own' }, ({ deps, user, body }) =>
    askAgain(deps, user, body),
  ),
  serve(recipientsHttp.confirm, { access: 'public' }, ({ deps, ip, body }) =>
    confirmRecipient(deps, { token: body.token, ip }),
  ),
];
