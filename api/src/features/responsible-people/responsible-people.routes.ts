import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { canEditNode, canReadNode } from '../../policies/owners.ts';
import { readResponsible, setResponsible } from './responsible-people.service.ts';
import { serve } from '../../serve.ts';

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
