import { dayProgrammeHttp } from '@belfry/schemas/http/schedules/day-programme';
import { canEditNode, canReadNode } from '../../../policies/owners.ts';
import { findPermittedOwner } from '../../users/index.ts';
import { findPermittedNode } from '../permitted-node.ts';
import { findDayProgramme, findEmptyWindows } from './day-programme.repository.ts';
import { changeDayProgramme } from './day-programme.service.ts';
import { serve } from '../../../serve.ts';

export const dayProgrammeRoutes = [
  serve(dayProgrammeHttp.read, { access: 'signed-in', policy: canReadNode }, async ({ deps, user, policy, params }) => {
    await findPermittedNode(deps.db, user, policy, params.company_id);
    return findDayProgramme(deps.db, params.company_id);
  }),
  serve(
    dayProgrammeHttp.problems,
    { access: 'signed-in', policy: canReadNode },
    async ({ deps, user, policy, query }) => {
      const ownerId = await findPermittedOwner(deps.db, user, query.user_id, policy);
      return deps.long.read(user.id, ({ db }) => findEmptyWindows(db, ownerId));
    },
  ),
  serve(
    dayProgrammeHttp.change,
    { access: 'signed-in', policy: canEditNode },
    ({ deps, user, ip, policy, params, body }) =>
      changeDayProgramme(deps, { actor: { user, ip }, policy, companyId: params.company_id }, body.windows),
  ),
];
