import { HOLIDAY_CALENDARS_MAX, type uploadedHolidaysSchema } from '@belfry/schemas/http/schedules';
import type { z } from 'zod';
import { AppError, notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { lockUser } from '../../users/index.ts';
import type { SchedulesDeps } from '../deps.ts';
import { CalendarError } from './calendar-error.ts';
import { countCalendars, deleteCalendar, insertCalendar } from './holidays.repository.ts';
import { readApart } from './read-apart.ts';

const UPLOADS = { hits: 20, windowSeconds: 60 };

/** Stores the days of an iCalendar file. Throws unprocessable for a file without days or with too much, and for one calendar too many. */
export async function addCalendar(
  deps: SchedulesDeps,
  user: Principal,
  name: string,
  text: string,
): Promise<z.output<typeof uploadedHolidaysSchema>> {
  await countAttempt(deps, [{ key: `holidays:${user.id}`, ...UPLOADS }], 'Too many files were sent.');
  const { days, skipped } = await readApart(text, new Date()).catch(refuse);
  if (days.length === 0) throw new AppError('unprocessable', 'This file contains no days of an iCalendar');
  const calendar = await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    if ((await countCalendars(trx, user.id)) >= HOLIDAY_CALENDARS_MAX)
      throw new AppError('unprocessable', `There can be ${HOLIDAY_CALENDARS_MAX} holiday calendars at most`);
    return insertCalendar(trx, user.id, { name, days });
  });
  deps.events.changed('schedules_changed', [], user.id);
  return { calendar, skipped };
}

/** Throws not_found for a calendar of another user. */
export async function removeCalendar(deps: SchedulesDeps, user: Principal, id: number): Promise<void> {
  if (!(await deleteCalendar(deps.db, user.id, id))) throw notFound('Holiday calendar not found');
  deps.events.changed('schedules_changed', [], user.id);
}

function refuse(error: unknown): never {
  throw error instanceof CalendarError ? new AppError('unprocessable', error.message) : error;
}
