import {
  HOLIDAY_FILE_MAX_BYTES,
  holidayCalendarQuerySchema,
  holidayCalendarSchema,
  uploadedHolidaysSchema,
} from '@belfry/schemas/http/schedules/holidays';
import { scheduleOwnerQuerySchema, scheduleParamsSchema } from '@belfry/schemas/http/schedules/schedules';
import { z } from 'zod';
import { routeWith } from '../../../http/routes/route.ts';
import { canEditSchedule, canReadSchedule } from '../../../policies/schedules.ts';
import { findPermittedOwner } from '../../users/index.ts';
import type { SchedulesDeps } from '../deps.ts';
import { findCalendars } from './holidays.repository.ts';
import { addCalendar, removeCalendar } from './holidays.service.ts';

const route = routeWith<SchedulesDeps>();

export const holidaysRoutes = [
  route(
    {
      method: 'get',
      path: '/schedules/holidays',
      summary: 'The holiday calendars of the caller, by name',
      description: 'Administrators may name another owner by `user_id`.',
      access: 'signed-in',
      policy: canReadSchedule,
      query: scheduleOwnerQuerySchema,
      answer: z.array(holidayCalendarSchema),
      errors: ['forbidden', 'user_not_found'],
    },
    async ({ deps, user, policy, query }) =>
      findCalendars(deps.db, await findPermittedOwner(deps.db, user, query.user_id, policy)),
  ),
  route(
    {
      method: 'post',
      path: '/schedules/holidays',
      summary: 'Add the days of an iCalendar file as a holiday calendar',
      description: 'Administrators may name another owner by `user_id`.',
      access: 'signed-in',
      policy: canEditSchedule,
      query: holidayCalendarQuerySchema,
      body: z.string(),
      bodyType: 'text/calendar',
      bodyLimit: HOLIDAY_FILE_MAX_BYTES,
      answer: uploadedHolidaysSchema,
      status: 201,
      errors: ['forbidden', 'user_not_found', 'unprocessable', 'rate_limited', 'payload_too_large'],
    },
    async ({ deps, user, ip, policy, query: { name, user_id }, body }) => {
      const ownerId = await findPermittedOwner(deps.db, user, user_id, policy);
      return addCalendar(deps, { user, ip }, ownerId, { name, text: body });
    },
  ),
  route(
    {
      method: 'delete',
      path: '/schedules/holidays/{id}',
      summary: 'Delete a holiday calendar; its schedules happen on its days then',
      access: 'signed-in',
      policy: canEditSchedule,
      params: scheduleParamsSchema,
      answer: null,
      errors: ['not_found'],
    },
    ({ deps, user, ip, policy, params }) => removeCalendar(deps, { user, ip }, policy, params.id),
  ),
];
