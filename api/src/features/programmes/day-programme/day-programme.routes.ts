import { companyParamsSchema } from '@belfry/schemas/http/companies/companies';
import { dayProgrammeBodySchema, dayProgrammeSchema } from '@belfry/schemas/http/schedules/day-programme';
import { routeWith } from '../../../http/routes/route.ts';
import { canEditNode, canReadNode } from '../../../policies/owners.ts';
import type { ProgrammesDeps } from '../deps.ts';
import { findPermittedNode } from '../permitted-node.ts';
import { findDayProgramme } from './day-programme.repository.ts';
import { changeDayProgramme } from './day-programme.service.ts';

const route = routeWith<ProgrammesDeps>();

export const dayProgrammeRoutes = [
  route(
    {
      method: 'get',
      path: '/schedules/day-programme/{company_id}',
      summary: 'Which playlist or station plays when at a node, with the node from which it inherits',
      access: 'signed-in',
      policy: canReadNode,
      params: companyParamsSchema,
      answer: dayProgrammeSchema,
      errors: ['not_found'],
    },
    async ({ deps, user, policy, params }) => {
      await findPermittedNode(deps.db, user, policy, params.company_id);
      return findDayProgramme(deps.db, params.company_id);
    },
  ),
  route(
    {
      method: 'put',
      path: '/schedules/day-programme/{company_id}',
      summary: 'Replace the day programme of a node; without windows it inherits that of the nearest node above',
      access: 'signed-in',
      policy: canEditNode,
      params: companyParamsSchema,
      body: dayProgrammeBodySchema,
      answer: dayProgrammeSchema,
      errors: ['not_found'],
    },
    ({ deps, user, ip, policy, params, body }) =>
      changeDayProgramme(deps, { actor: { user, ip }, policy, companyId: params.company_id }, body.windows),
  ),
];
