import { z } from 'zod';
import { LIBRARY_NAME_MAX } from '../announcements/library.ts';
import { localDateSchema, ownerQuery } from './schedules.ts';

/** POST /schedules/holidays: an iCalendar file. */
export const holidayCalendarSchema = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    days: z.array(z.strictObject({ date: localDateSchema, name: z.string() })),
  })
  .meta({ id: 'HolidayCalendar' });
export type HolidayCalendar = z.infer<typeof holidayCalendarSchema>;
export const HOLIDAY_CALENDARS_MAX = 20;
export const HOLIDAYS_MAX = 1_000;
export const HOLIDAY_FILE_MAX_BYTES = 1024 * 1024;
export const holidayCalendarQuerySchema = z.object({
  name: z.string().trim().min(1, 'Name is required').max(LIBRARY_NAME_MAX),
  ...ownerQuery,
});
/** The answer to an upload; `skipped` names the events that could not be read. */
export const uploadedHolidaysSchema = z
  .strictObject({ calendar: holidayCalendarSchema, skipped: z.array(z.string()).max(100) })
  .meta({ id: 'UploadedHolidays' });
