import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { feedHttp } from '@belfry/schemas/http/schedules/feed';
import ical from 'ical-generator';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { countAttempt, perAddress } from '../../http/rate-limit/rate-limit.ts';
import { Reply } from '../../http/routes/route.ts';
import { findListedOwners } from '../../people/owner-access.ts';
import { withMemberships } from '../../people/memberships.repository.ts';
import { canReadSchedule, readableSchedules } from '../../policies/owners.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import { recurrenceOf, type Holidays } from '../../recurrence/expand.ts';
import { expansions, orTooMuch } from '../../recurrence/expansions.ts';
import { DAY_MS, MINUTE_MS, toLocal } from '../../recurrence/local-time.ts';
import { runIdOf } from '../../recurrence/run-id.ts';
import type { Listed } from '../../recurrence/works.ts';
import { serve } from '../../serve.ts';
import { deleteFeed, findFeed, findFeedOwner, saveFeed } from './feed.repository.ts';
import { findHolidays } from '../holidays/index.ts';
import { seenSchedules } from './members/seen-schedules.ts';
import { findSchedulesOf, NO_ZONE, type ScheduleRow } from './schedules.repository.ts';

const DAYS_BEFORE = 7;
const DAYS_AHEAD = 60;
const PER_SCHEDULE = 500;
/** The maximum number of events: writing 100,000 takes two seconds of the processor. */
const EVENTS_MAX = 20_000;
/** Events that are written before it yields to the event loop. */
const EVENTS_AT_ONCE = 500;
const END = 'END:VCALENDAR';
/**
 * The iCalendar file of the schedules of a user, the first events where there are too many: each in the first zone of its places. Throws
 * unprocessable for rules that cannot be expanded in time.
 */
async function feedFile(
  userId: number,
  rows: readonly ScheduleRow[],
  holidays: Holidays,
  now: number,
): Promise<AsyncIterable<string>> {
  const items = rows.map((row) => {
    const zone = row.time_zone ?? NO_ZONE;
    const from = toLocal(now, zone) - DAYS_BEFORE * DAY_MS;
    const to = from + (DAYS_BEFORE + DAYS_AHEAD) * DAY_MS;
    const lengthMs = (row.duration_minutes ?? 1) * MINUTE_MS;
    return { recurrence: recurrenceOf(row, holidays), lengthMs, zone, from, to };
  });
  const events = await orTooMuch(expansions.list(userId, { items, max: EVENTS_MAX, maxEach: PER_SCHEDULE }));
  return write(rows, events);
}

async function* write(rows: readonly ScheduleRow[], events: readonly Listed[]): AsyncGenerator<string> {
  yield calendarOf(rows, []).replace(END, '');
  for (let at = 0; at < events.length; at += EVENTS_AT_ONCE) {
    const text = calendarOf(rows, events.slice(at, at + EVENTS_AT_ONCE));
    yield text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(END));
    await yieldToEventLoop();
  }
  yield END;
}

function calendarOf(rows: readonly ScheduleRow[], events: readonly Listed[]): string {
  const calendar = ical({ name: 'Belfry', prodId: '//Belfry//Schedules//EN' });
  for (const { index, local, at, until } of events) {
    const row = rows[index];
    if (!row) continue;
    const [start, end] = [new Date(at), new Date(until)];
    calendar.createEvent({ id: runIdOf(row.id, local), start, end, summary: row.name });
  }
  return calendar.toString();
}

type SchedulesDeps = Pick<Deps, 'config' | 'db' | 'events' | 'jobs'>;
const READS = { hits: 60, windowSeconds: 60 };
/** All programs that have the link; each of them reads it a few times an hour. */
const READS_OF_LINK = { hits: 100, windowSeconds: 300 };
const LINKS = { hits: 10, windowSeconds: 60 };
/** The token is stored as a hash, so it is shown only now. */
async function createFeed(deps: SchedulesDeps, userId: number): Promise<{ path: string }> {
  await countAttempt(deps, [{ key: `schedule-feed:${userId}`, ...LINKS }]);
  const token = createKey();
  await saveFeed(deps.db, userId, hashKey(token));
  return { path: `/api/schedules/feed.ics?token=${token}` };
}

/**
 * The iCalendar file of a link: what its user may know of now, as a member too. Throws not_found for a link that has ended, and
 * rate_limited.
 */
async function readFeed(deps: SchedulesDeps, ip: string, token: string): Promise<AsyncIterable<string>> {
  await countAttempt(deps, [perAddress('schedule-feed', ip, READS)]);
  const feedOwner = await findFeedOwner(deps.db, hashKey(token));
  if (!feedOwner) throw notFound('This link does not exist any more');
  await countAttempt(deps, [{ key: `schedule-feed-read:${feedOwner.id}`, ...READS_OF_LINK }]);
  const user = await withMemberships(deps.db, feedOwner);
  const owners = await findListedOwners(deps.db, user, undefined, {
    policy: canReadSchedule,
    visible: readableSchedules,
  });
  const seen = await seenSchedules(deps.db, user, await findSchedulesOf(deps.db, owners));
  const rows = seen.filter(({ enabled }) => enabled);
  const holidays = await findHolidays(
    deps.db,
    rows.map(({ holiday_calendar_id }) => holiday_calendar_id),
  );
  return feedFile(user.id, rows, holidays, Date.now());
}

export const scheduleFeedRoutes = [
  serve(feedHttp.calendar, { access: 'public' }, async ({ deps, ip, query }) =>
    Reply.chunks(await readFeed(deps, ip, query.token), 'text/calendar; charset=utf-8', {
      headers: { 'Cache-Control': 'private, no-cache' },
    }),
  ),
  serve(feedHttp.read, { access: 'signed-in', policy: 'own' }, async ({ deps, user }) => ({
    created_at: (await findFeed(deps.db, user.id)) ?? null,
  })),
  serve(
    feedHttp.create,
    { access: 'signed-in', ownKeyOnly: true, policy: 'own', audit: 'schedule_feed.create of schedule_feed' },
    ({ deps, user }) => createFeed(deps, user.id),
  ),
  serve(
    feedHttp.remove,
    { access: 'signed-in', ownKeyOnly: true, policy: 'own', audit: 'schedule_feed.delete of schedule_feed' },
    ({ deps, user }) => deleteFeed(deps.db, user.id),
  ),
];
