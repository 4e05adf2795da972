import { z } from 'zod';
import { line } from '../../domain/line.ts';
import { LIBRARY_NAME_MAX } from '../library/library.ts';
import { localDateSchema, scheduleOwnerQuerySchema, scheduleParamsSchema } from './schedules.ts';
import { endpoint } from '../endpoint.ts';
import { ownWork } from '../own-work.ts';
import { newOwner } from '../owner-query.ts';

/** POST /schedules/holidays: an iCalendar file. */
export const holidayCalendarSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    days: z.array(z.strictObject({ date: localDateSchema, name: z.string() })),
    ...ownWork,
  })
  .meta({ id: 'HolidayCalendar' });
export type HolidayCalendar = z.infer<typeof holidayCalendarSchema>;
export const HOLIDAY_CALENDARS_MAX = 20;
export const HOLIDAYS_MAX = 1_000;
export const HOLIDAY_FILE_MAX_BYTES = 1024 * 1024;
export const holidayCalendarQuerySchema = z.object({
  name: line().min(1, 'Name is required').max(LIBRARY_NAME_MAX),
  user_id: newOwner,
});
/** The answer to an upload; `skipped` names the events that could not be read. */
export const uploadedHolidaysSchema = z
  .strictObject({ calendar: holidayCalendarSchema, skipped: z.array(z.string()).max(100) })
  .meta({ id: 'UploadedHolidays' });

/** Calendars of holidays. */
export const holidaysHttp = {
  list: endpoint({
    method: 'get',
    path: '/schedules/holidays',
    summary: 'The holiday calendars of the caller, by name',
    description: 'Administrators may name another owner by `user_id`.',
    query: scheduleOwnerQuerySchema,
    answer: z.array(holidayCalendarSchema),
    errors: ['forbidden', 'user_not_found'],
  }),
  upload: endpoint({
    method: 'post',
    path: '/schedules/holidays',
    summary: 'Add the days of an iCalendar file as a holiday calendar',
    description: 'Administrators may name another owner by `user_id`.',
    query: holidayCalendarQuerySchema,
    body: z.string(),
    bodyType: 'text/calendar',
    answer: uploadedHolidaysSchema,
    status: 201,
    errors: ['forbidden', 'user_not_found', 'unprocessable', 'rate_limited', 'payload_too_large'],
  }),
  remove: endpoint({
    method: 'delete',
    path: '/schedules/holidays/{id}',
    summary: 'Delete a holiday calendar; its schedules happen on its days then',
    params: scheduleParamsSchema,
    answer: null,
    errors: ['not_found', 'forbidden'],
  }),
};
