import { timetablesHttp } from '@belfry/schemas/http/bells/timetables';
import { findListedOwners, findNewOwner } from '../../people/owner-access.ts';
import { canEditSchedule, canReadSchedule, readableSchedules } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { changeTimetable, createTimetable, listTimetables, removeTimetable } from './timetables.service.ts';

const EDITING = { access: 'signed-in', policy: { read: canReadSchedule, edit: canEditSchedule } } as const;
/** A hundred bells with labels. */
const BODY_BYTES = 100_000;

export const timetablesRoutes = [
  serve(timetablesHttp.list, { access: 'signed-in', policy: canReadSchedule }, async ({ deps, user, policy, query }) =>
    listTimetables(
      deps.db,
      user,
      await findListedOwners(deps.db, user, query.user_id, { policy, visible: readableSchedules }),
    ),
  ),
  serve(
    timetablesHttp.create,
    { access: 'signed-in', policy: canEditSchedule, bodyLimit: BODY_BYTES, audit: 'service' },
    async ({ deps, user, ip, policy, query, body }) => {
      const ownerId = await findNewOwner(deps.db, user, query.user_id, { policy, right: 'plan' });
      return createTimetable(deps, { user, ip }, ownerId, body);
    },
  ),
  serve(
    timetablesHttp.change,
    { ...EDITING, bodyLimit: BODY_BYTES, audit: 'service' },
    ({ deps, user, ip, policy, params: { id }, body }) =>
      changeTimetable(deps, { id, actor: { user, ip }, policy }, body),
  ),
  serve(timetablesHttp.remove, { ...EDITING, audit: 'service' }, ({ deps, user, ip, policy, params: { id } }) =>
    removeTimetable(deps, { id, actor: { user, ip }, policy }),
  ),
];
