import { z } from 'zod';
import { line } from '../domain/line.ts';
import { isZoneName } from '../domain/utc-offset.ts';
import { LIBRARY_NAME_MAX } from './library/library.ts';
import { idParamsSchema } from '../domain/ids.ts';
import { localDateSchema } from '../domain/local-time.ts';
import { endpoint } from './endpoint.ts';
import { ownWork } from './own-work.ts';
import { newOwner, ownerQuerySchema } from './owner-query.ts';

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
  time_zone: z
    .string()
    .max(64)
    .refine(isZoneName, 'Unknown time zone')
    .optional()
    .describe('in which times in UTC are read as dates; that of most places of the owner unless given'),
});
export const UNREAD_EVENTS_MAX = 100;
/** Why an event is not in a calendar, or not with all of its days. */
const UNREAD_REASONS = [
  'start',
  'end',
  'rule',
  'dates',
  'recurrence_id',
  'length',
  'over',
  'not_closed',
  'replaced',
  'kind',
] as const;
export type UnreadReason = (typeof UNREAD_REASONS)[number];
const unreadEventSchema = z
  .strictObject({
    name: z.string().describe('empty: the event has none'),
    line: z.int().describe('where it begins in the file'),
    reason: z
      .enum(UNREAD_REASONS)
      .describe(
        'not read: `start` it has no date that exists, `rule` its recurrence is not possible, `recurrence_id` which date it replaces is not readable, ' +
          '`length` longer than a year, `over` no date within the years that are read, `not_closed` its end is missing, `replaced` a newer version of it is in the file, `kind` a task or an entry of a journal. ' +
          'Read in part: `end` as if it had no end, `dates` without dates of its list or of its exceptions that are not readable',
      ),
  })
  .meta({ id: 'UnreadEvent' });
export type UnreadEvent = z.infer<typeof unreadEventSchema>;

/** The answer to an upload; `skipped` names the events that could not be read. */
export const uploadedHolidaysSchema = z
  .strictObject({
    calendar: holidayCalendarSchema,
    skipped: z.array(z.string()).max(UNREAD_EVENTS_MAX),
    unread: z
      .array(unreadEventSchema)
      .max(UNREAD_EVENTS_MAX)
      .describe('the same events with their reasons, and those that were read in part'),
    utc_zone: z
      .string()
      .nullable()
      .describe('the zone in which times in UTC were read as dates; null: the file has none'),
    encoding: z.string().describe('in which the file was read; other than UTF-8 and UTF-16 it is guessed'),
  })
  .meta({ id: 'UploadedHolidays' });

export const holidaysHttp = {
  list: endpoint({
    method: 'get',
    path: '/schedules/holidays',
    summary: 'The holiday calendars of the caller, by name',
    description: 'Administrators may name another owner by `user_id`.',
    query: ownerQuerySchema,
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
    params: idParamsSchema,
    answer: null,
    errors: ['not_found', 'forbidden'],
  }),
};
