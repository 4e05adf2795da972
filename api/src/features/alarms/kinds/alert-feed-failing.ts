import { ALERT_FEED_LATE_S } from '@belfry/schemas/http/alert-feeds';
import { sql } from 'kysely';
import type { QueryKind } from './query-kind.ts';

/** It waits for its turn, or no instance reads feeds. */
const IS_LATE = sql<boolean>`
  f.next_read_at < now() - make_interval(secs => ${sql.lit(ALERT_FEED_LATE_S)}) and (f.claimed_until is null or f.claimed_until < now())`;

/** A feed of public alerts of a trigger that is on, which cannot be read, or of which something cannot be, or which is read late. */
export const alertFeedFailing: QueryKind = {
  everyS: 15,
  async find({ db }) {
    const { rows } = await sql<{ id: number; owner_id: number; company_id: number; since: Date; detail: string }>`
      select t.id, t.owner_id, t.company_id, coalesce(f.failing_since, f.next_read_at) as since,
        t.name || ': ' || case when f.failing_since is not null then f.last_error else 'It is read late' end as detail
      from alert_feeds f join triggers t on t.id = f.trigger_id
      where t.enabled and (f.failing_since is not null and f.last_error is not null or ${IS_LATE})`.execute(db);
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
