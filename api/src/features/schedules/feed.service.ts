import { notFound } from '../../errors.ts';
import { countAttempt, perAddress } from '../../http/rate-limit/rate-limit.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import { feedFile } from './feed-file.ts';
import { findFeedOwner, saveFeed } from './feed.repository.ts';
import { findHolidays } from './holidays/holidays.repository.ts';
import { findSchedules } from './schedules.repository.ts';
import type { Deps } from '../../deps.ts';

type SchedulesDeps = Pick<Deps, 'config' | 'db' | 'events' | 'jobs'>;

const READS = { hits: 60, windowSeconds: 60 };
/** All programs that have the link; each of them reads it a few times an hour. */
const READS_OF_LINK = { hits: 100, windowSeconds: 300 };
const LINKS = { hits: 10, windowSeconds: 60 };

/** A new link; its token is stored as a hash, so it is shown only now. */
export async function createFeed(deps: SchedulesDeps, userId: number): Promise<{ path: string }> {
  await countAttempt(deps, [{ key: `schedule-feed:${userId}`, ...LINKS }]);
  const token = createKey();
  await saveFeed(deps.db, userId, hashKey(token));
  return { path: `/api/schedules/feed.ics?token=${token}` };
}

/** The iCalendar file of a link. Throws not_found for a link that has ended, and rate_limited. */
export async function readFeed(deps: SchedulesDeps, ip: string, token: string): Promise<AsyncIterable<string>> {
  await countAttempt(deps, [perAddress('schedule-feed', ip, READS)]);
  const ownerId = await findFeedOwner(deps.db, hashKey(token));
  if (ownerId === undefined) throw notFound('This link does not exist any more');
  await countAttempt(deps, [{ key: `schedule-feed-read:${ownerId}`, ...READS_OF_LINK }]);
  const rows = (await findSchedules(deps.db, ownerId)).filter(({ enabled }) => enabled);
  const holidays = await findHolidays(
    deps.db,
    rows.map(({ holiday_calendar_id }) => holiday_calendar_id),
  );
  return feedFile(ownerId, rows, holidays, Date.now());
}
