import {
  HOLIDAY_FILE_MAX_BYTES,
  holidayCalendarQuerySchema,
  holidayCalendarSchema,
  scheduleParamsSchema,
  uploadedHolidaysSchema,
} from '@belfry/schemas/http/schedules';
import { z } from 'zod';
import { routeWith } from '../../../http/routes/route.ts';
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
      access: 'signed-in',
      policy: 'own',
      answer: z.array(holidayCalendarSchema),
    },
    ({ deps, user }) => findCalendars(deps.db, user.id),
  ),
  route(
    {
      method: 'post',
      path: '/schedules/holidays',
      summary: 'Add the days of an iCalendar file as a holiday calendar',
      access: 'signed-in',
      policy: 'own',
      query: holidayCalendarQuerySchema,
      body: z.string(),
      bodyType: 'text/calendar',
      bodyLimit: HOLIDAY_FILE_MAX_BYTES,
      answer: uploadedHolidaysSchema,
      status: 201,
      errors: ['unprocessable', 'rate_limited', 'payload_too_large'],
    },
    ({ deps, user, query, body }) => addCalendar(deps, user, query.name, body),
  ),
  route(
    {
      method: 'delete',
      path: '/schedules/holidays/{id}',
      summary: 'Delete a holiday calendar; its schedules happen on its days then',
      access: 'signed-in',
      policy: 'own',
      params: scheduleParamsSchema,
      answer: null,
      errors: ['not_found'],
    },
    ({ deps, user, params }) => removeCalendar(deps, user, params.id),
  ),
];
