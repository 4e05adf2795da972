import { HOLIDAY_FILE_MAX_BYTES, holidaysHttp } from '@belfry/schemas/http/schedules/holidays';
import { canEditSchedule, canReadSchedule } from '../../../policies/schedules.ts';
import { findPermittedOwner } from '../../users/index.ts';
import { findCalendars } from './holidays.repository.ts';
import { addCalendar, removeCalendar } from './holidays.service.ts';
import { serve } from '../../../serve.ts';

export const holidaysRoutes = [
  serve(holidaysHttp.list, { access: 'signed-in', policy: canReadSchedule }, async ({ deps, user, policy, query }) =>
    findCalendars(deps.db, await findPermittedOwner(deps.db, user, query.user_id, policy)),
  ),
  serve(
    holidaysHttp.upload,
    { access: 'signed-in', policy: canEditSchedule, bodyLimit: HOLIDAY_FILE_MAX_BYTES },
    async ({ deps, user, ip, policy, query: { name, user_id }, body }) => {
      const ownerId = await findPermittedOwner(deps.db, user, user_id, policy);
      return addCalendar(deps, { user, ip }, ownerId, { name, text: body });
    },
  ),
  serve(holidaysHttp.remove, { access: 'signed-in', policy: canEditSchedule }, ({ deps, user, ip, policy, params }) =>
    removeCalendar(deps, { user, ip }, policy, params.id),
  ),
];
