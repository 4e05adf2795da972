import { companyParamsSchema } from '@belfry/schemas/http/companies/companies';
import {
  responsiblePeopleBodySchema,
  responsiblePeopleSchema,
} from '@belfry/schemas/http/companies/responsible-people';
import { routeWith } from '../../http/routes/route.ts';
import { canEditNode, canReadNode } from '../../policies/owners.ts';
import type { ResponsiblePeopleDeps } from './deps.ts';
import { readResponsible, setResponsible } from './responsible-people.service.ts';

const route = routeWith<ResponsiblePeopleDeps>();

export const responsiblePeopleRoutes = [
  route(
    {
      method: 'get',
      path: '/company/responsible/{company_id}',
      summary: 'The responsible people of a node, or of the nearest node above that has any',
      access: 'signed-in',
      policy: canReadNode,
      params: companyParamsSchema,
      answer: responsiblePeopleSchema,
      errors: ['not_found'],
    },
    ({ deps, user, policy, params }) => readResponsible(deps, user, policy, params.company_id),
  ),
  route(
    {
      method: 'put',
      path: '/company/responsible/{company_id}',
      summary: 'Replace the responsible people of a node; an empty list inherits',
      access: 'signed-in',
      policy: canEditNode,
      params: companyParamsSchema,
      body: responsiblePeopleBodySchema,
      answer: responsiblePeopleSchema,
      errors: ['not_found'],
    },
    ({ deps, user, ip, policy, params, body }) =>
      setResponsible(deps, { user, ip }, policy, { company_id: params.company_id, people: body.people }),
  ),
];
