import ical from 'ical-generator';
import { notFound } from '../../errors.ts';
import { countAttempt, perAddress } from '../../http/rate-limit/rate-limit.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import type { SchedulesDeps } from './deps.ts';
import { findHolidays } from './holidays/holidays.repository.ts';
import { occurrencesBetween } from './recurrence/expand.ts';
import { mapInTurns } from './recurrence/map-in-turns.ts';
import { DAY_MS, MINUTE_MS, toInstant, toLocal } from './recurrence/local-time.ts';
import { runIdOf } from './recurrence/run-id.ts';
import { NO_ZONE, recurrenceOf, type Holidays } from './schedule-view.ts';
import { findSchedules } from './schedules.repository.ts';
import type { ScheduleRow } from './schedules.table.ts';
import { findFeedOwner, saveFeed } from './feed.repository.ts';

const READS = { hits: 60, windowSeconds: 60 };
const LINKS = { hits: 10, windowSeconds: 60 };
const DAYS_BEFORE = 7;
const DAYS_AHEAD = 60;
const PER_SCHEDULE = 500;

/** A new link; its token is stored as a hash, so it is shown only now. */
export async function createFeed(deps: SchedulesDeps, userId: number): Promise<{ path: string }> {
  await countAttempt(deps, [{ key: `schedule-feed:${userId}`, ...LINKS }]);
  const token = createKey();
  await saveFeed(deps.db, userId, hashKey(token));
  return { path: `/api/schedules/feed.ics?token=${token}` };
}

/** The iCalendar file of a link: each run in the first zone of its places. Throws not_found for a link that has ended. */
export async function readFeed(deps: SchedulesDeps, ip: string, token: string): Promise<AsyncIterable<string>> {
  await countAttempt(deps, [perAddress('schedule-feed', ip, READS)]);
  const ownerId = await findFeedOwner(deps.db, hashKey(token));
  if (ownerId === undefined) throw notFound('This link does not exist any more');
  const rows = (await findSchedules(deps.db, ownerId)).filter(({ enabled }) => enabled);
  const holidays = await findHolidays(
    deps.db,
    rows.map(({ holiday_calendar_id }) => holiday_calendar_id),
  );
  return fileOf(rows, holidays, Date.now());
}

async function* fileOf(rows: readonly ScheduleRow[], holidays: Holidays, now: number): AsyncGenerator<string> {
  const calendar = ical({ name: 'Belfry', prodId: '//Belfry//Schedules//EN' });
  await mapInTurns(rows, (row) => {
    const zone = row.time_zone ?? NO_ZONE;
    const from = toLocal(now, zone) - DAYS_BEFORE * DAY_MS;
    const to = from + (DAYS_BEFORE + DAYS_AHEAD) * DAY_MS;
    const times = occurrencesBetween(recurrenceOf(row, holidays), from, to, PER_SCHEDULE);
    for (const local of times.slice(0, PER_SCHEDULE)) {
      const lengthMs = (row.duration_minutes ?? 1) * MINUTE_MS;
      const [start, end] = [toInstant(local, zone), toInstant(local + lengthMs, zone)];
      calendar.createEvent({
        id: runIdOf(row.id, local),
        start: new Date(start),
        end: new Date(end),
        summary: row.name,
      });
    }
  });
  yield calendar.toString();
}
