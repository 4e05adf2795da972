import { sql } from 'kysely';
import type { QueryKind } from './query-kind.ts';

/** An enabled schedule of something to hear that no device plays, or of which something cannot be compiled. */
export const scheduleWithoutEffect: QueryKind = {
  everyS: 60,
  async find({ db }) {
    const { rows } = await sql<{ id: number; owner_id: number }>`
      select id, user_id as owner_id from schedules
      where enabled and action ->> 'type' in ('message', 'playlist', 'station')
        and (problem is not null or (devices = 0 and occurrences > 0))`.execute(db);
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
