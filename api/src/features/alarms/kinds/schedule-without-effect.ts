import { sql } from 'kysely';
import { DAY_MS, dateText } from '../../../recurrence/local-time.ts';
import type { QueryKind } from './query-kind.ts';

/** An enabled schedule of something to hear that has not ended, which no device plays, or of which something cannot be compiled. */
export const scheduleWithoutEffect: QueryKind = {
  everyS: 60,
  async find({ db, now }) {
    // It may still be that day somewhere.
    const yesterday = dateText(now - DAY_MS);
    const { rows } = await sql<{ id: number; owner_id: number }>`
      select id, user_id as owner_id from schedules
      where enabled and action ->> 'type' in ('message', 'playlist', 'station') and (problem is not null or devices = 0)
        and (rrule is not null or starts_at >= ${yesterday}) and (until_date is null or until_date >= ${yesterday})`.execute(
      db,
    );
    return rows.map(({ id, owner_id }) => ({
      subject: `schedule:${id}`,
      owner_id,
      device_id: null,
      company_id: null,
      since: null,
      value: null,
    }));
  },
};
