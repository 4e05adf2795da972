import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { findListedOwners, findNewOwner } from '../../people/owner-access.ts';
import { canEditSchedule, canReadSchedule, readableSchedules } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { changeSchedule, createSchedule, listSchedules, readSchedule, removeSchedule } from './schedules.service.ts';

const EDITING = { access: 'signed-in', policy: { read: canReadSchedule, edit: canEditSchedule } } as const;

export const schedulesRoutes = [
  serve(schedulesHttp.list, { access: 'signed-in', policy: canReadSchedule }, async ({ deps, user, policy, query }) =>
    listSchedules(
      deps.db,
      user,
      await findListedOwners(deps.db, user, query.user_id, { policy, visible: readableSchedules }),
    ),
  ),
  serve(
    schedulesHttp.create,
    { access: 'signed-in', policy: canEditSchedule, audit: 'service' },
    async ({ deps, user, ip, policy, query, body }) => {
      const ownerId = await findNewOwner(deps.db, user, query.user_id, { policy, right: 'plan' });
      return createSchedule(deps, { user, ip }, ownerId, body);
    },
  ),
  serve(schedulesHttp.read, { access: 'signed-in', policy: canReadSchedule }, ({ deps, user, policy, params }) =>
    readSchedule(deps.db, user, policy, params.id),
  ),
  serve(schedulesHttp.change, { ...EDITING, audit: 'service' }, ({ deps, user, ip, policy, params: { id }, body }) =>
    changeSchedule(deps, { id, actor: { user, ip }, policy }, body),
  ),
  serve(schedulesHttp.remove, { ...EDITING, audit: 'service' }, ({ deps, user, ip, policy, params: { id } }) =>
    removeSchedule(deps, { id, actor: { user, ip }, policy }),
  ),
];
