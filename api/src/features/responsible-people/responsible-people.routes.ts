import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { serveWith } from '../../http/routes/route.ts';
import { canEditNode, canReadNode } from '../../policies/owners.ts';
import type { ResponsiblePeopleDeps } from './deps.ts';
import { readResponsible, setResponsible } from './responsible-people.service.ts';

const serve = serveWith<ResponsiblePeopleDeps>();

export const responsiblePeopleRoutes = [
  serve(responsiblePeopleHttp.read, { access: 'signed-in', policy: canReadNode }, ({ deps, user, policy, params }) =>
    readResponsible(deps, user, policy, params.company_id),
  ),
  serve(
    responsiblePeopleHttp.replace,
    { access: 'signed-in', policy: canEditNode },
    ({ deps, user, ip, policy, params, body }) =>
      setResponsible(deps, { user, ip }, policy, { company_id: params.company_id, people: body.people }),
  ),
];
