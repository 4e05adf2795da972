import { sql } from 'kysely';
import { ofDevices, type QueryKind } from './query-kind.ts';

const WITHIN_MS = 3_600_000;

/**
 * Within the last hour it has missed an announcement, or could not play it, and has played none since; or a station that it should play cannot be heard. What it
 * missed while it was offline is said by another kind.
 */
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
    const stations = await sql<{
      device_id: number;
      owner_id: number;
      company_id: number;
      since: Date | null;
      detail: string;
    }>`
      select d.device_id, d.user_id as owner_id, d.company_id, (s.players->'radio'->>'at')::timestamptz as since,
        concat_ws(': ', coalesce((select min(st.name) from stations st where st.user_id = d.user_id and st.url = p.problem->>'url'), p.problem->>'url'),
          p.problem->>'reason') as detail
      from device_state s
      cross join lateral (select s.players->'radio'->'problem' as problem) p
      join devices d on d.device_id = s.device_id and d.company_id is not null and d.user_id is not null
      where jsonb_typeof(p.problem) = 'object' and s.reported_status = 'online' and not s.silent`.execute(db);
    const missed = ofDevices(rows.filter(({ device_id }) => !stations.rows.some((row) => row.device_id === device_id)));
    return [
      ...missed,
      ...ofDevices(stations.rows).map((subject, index) =>
        Object.assign(subject, { detail: stations.rows[index]?.detail }),
      ),
    ];
  },
};
