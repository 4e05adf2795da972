import { sql } from 'kysely';
import type { QueryKind } from './query-kind.ts';

/** A feed of public alerts of a trigger that is on, which cannot be read, or of which something cannot be. */
export const alertFeedFailing: QueryKind = {
  everyS: 15,
  async find({ db }) {
    const { rows } = await sql<{ id: number; owner_id: number; company_id: number; since: Date; detail: string }>`
      select t.id, t.owner_id, t.company_id, f.failing_since as since, t.name || ': ' || f.last_error as detail
      from alert_feeds f join triggers t on t.id = f.trigger_id
      where t.enabled and f.failing_since is not null and f.last_error is not null`.execute(db);
    return rows.map(({ id, owner_id, company_id, since, detail }) => ({
      subject: `alert_feed:${id}`,
      owner_id,
      device_id: null,
      company_id,
      since: since.getTime(),
      value: null,
      detail,
    }));
  },
};
