import { sql } from 'kysely';
import type { QueryKind } from './query-kind.ts';

const WITHIN_MS = 3_600_000;

/** A trigger that should have started or ended an emergency within the last hour, did not, and has not since. What was tested does not count. */
export const emergencyNotStarted: QueryKind = {
  everyS: 5,
  async find({ db, now }) {
    const { rows } = await sql<{ id: number; owner_id: number; company_id: number; since: Date; detail: string }>`
      select t.id, t.owner_id, t.company_id, max(f.created_at) as since,
        t.name || coalesce(': ' || (array_agg(f.reason order by f.firing_id desc))[1], '') as detail
      from trigger_firings f join triggers t on t.id = f.trigger_id
      where f.created_at > ${new Date(now - WITHIN_MS)} and f.state in ('limited', 'refused', 'failed') and f.source <> 'test'
        and t.action ->> 'type' in ('emergency', 'all_clear')
        and not exists (
          select from trigger_firings y
          where y.trigger_id = f.trigger_id and y.firing_id > f.firing_id and y.source <> 'test' and y.state in ('started', 'drill'))
      group by t.id`.execute(db);
    return rows.map(({ id, owner_id, company_id, since, detail }) => ({
      subject: `trigger:${id}`,
      owner_id,
      device_id: null,
      company_id,
      since: since.getTime(),
      value: null,
      detail,
    }));
  },
};
