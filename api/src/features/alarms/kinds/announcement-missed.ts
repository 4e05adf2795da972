import { sql } from 'kysely';
import { ofDevices, type QueryKind } from './query-kind.ts';

const WITHIN_MS = 3_600_000;

/** Within the last hour it has missed an announcement, or could not play it, and has played none since. What it missed while it was offline is said by another kind. */
export const announcementMissed: QueryKind = {
  everyS: 30,
  async find({ db, now }) {
    const { rows } = await sql<{ device_id: number; owner_id: number; company_id: number; since: Date }>`
      select d.device_id, d.user_id as owner_id, d.company_id, max(x.at) as since
      from announcement_deliveries x
      join devices d on d.device_id = x.device_id and d.company_id is not null and d.user_id is not null
      where x.at > ${new Date(now - WITHIN_MS)} and x.at <= ${new Date(now)} and x.state in ('missed', 'failed')
        and not exists (
          select from announcement_deliveries y
          where y.device_id = x.device_id and y.at > x.at and y.state in ('started', 'finished'))
      group by d.device_id, d.user_id, d.company_id`.execute(db);
    return ofDevices(rows);
  },
};
