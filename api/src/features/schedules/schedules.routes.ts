import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { findPermittedOwner } from '../../people/owner-access.ts';
import { canEditSchedule, canReadSchedule } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { changeSchedule, createSchedule, listSchedules, readSchedule, removeSchedule } from './schedules.service.ts';

export const schedulesRoutes = [
  serve(schedulesHttp.list, { access: 'signed-in', policy: canReadSchedule }, async ({ deps, user, policy, query }) =>
    listSchedules(deps.db, await findPermittedOwner(deps.db, user, query.user_id, policy)),
  ),
  serve(
    schedulesHttp.create,
    { access: 'signed-in', policy: canEditSchedule },
    async ({ deps, user, ip, policy, query, body }) => {
      const ownerId = await findPermittedOwner(deps.db, user, query.user_id, policy);
      return createSchedule(deps, { user, ip }, ownerId, body);
    },
  ),
  serve(schedulesHttp.read, { access: 'signed-in', policy: canReadSchedule }, ({ deps, user, policy, params }) =>
    readSchedule(deps.db, user, policy, params.id),
  ),
  serve(
    schedulesHttp.change,
    { access: 'signed-in', policy: canEditSchedule },
    ({ deps, user, ip, policy, params: { id }, body }) =>
      changeSchedule(deps, { id, actor: { user, ip }, policy }, body),
  ),
  serve(
    schedulesHttp.remove,
    { access: 'signed-in', policy: canEditSchedule },
    ({ deps, user, ip, policy, params: { id } }) => removeSchedule(deps, { id, actor: { user, ip }, policy }),
  ),
];
