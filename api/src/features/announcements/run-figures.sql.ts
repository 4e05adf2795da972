import { sql, type RawBuilder } from 'kysely';
import { BY_OTHER_VOICE, HEARD, SENT } from '../../db/conditions.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { visibleDeliveries } from './visible-runs.sql.ts';

/** A place that has reported nothing about a scheduled run so long after its instant does not keep it from ending. */
export const REPORTED_WITHIN_H = 1;
/** A place that has not reported the end of what it plays after these hours does not keep a run from ending either. */
const PLAYS_H = 24;
const RECORDED_WITHIN_S = 60;

/** A condition on a run `r` with its figures `c`: it is scheduled, which nobody ends, and nothing more is expected. */
export const HAS_ENDED = sql<boolean>`(r.kind = 'schedule' and r.state = 'running' and r.at < now() - make_interval(secs => ${RECORDED_WITHIN_S})
  and coalesce(c.waits_until, '-infinity') < now() and coalesce(c.plays_until, '-infinity') < now()
  and (c.devices > 0 or r.at < now() - make_interval(hours => ${REPORTED_WITHIN_H})))`;

/** A join: the figures `c` of each run `r`, as far as the caller reads its places. Its deliveries are read once. */
export const runFigures = (owners: VisibleOwners): RawBuilder<unknown> => sql`
  left join lateral (
    with s as materialized (
      select x.state, x.reason, ${HEARD} as heard, ${SENT} as sent, ${BY_OTHER_VOICE} as other_voice, count(*)::int as n, max(x.finished_at) as ended_at, max(x.at) as latest,
        max(x.started_at) as begun
      from announcement_deliveries x where x.run_id = r.run_id and ${visibleDeliveries(owners)} group by 1, 2, 3, 4, 5
    )
    select coalesce(sum(n), 0)::int as devices, max(ended_at) as ended_at,
      (select jsonb_object_agg(b.state, b.n) from (select state, sum(n)::int as n from s group by state) b) as counts,
      coalesce(sum(n) filter (where heard), 0)::int as heard, coalesce(sum(n) filter (where sent), 0)::int as sent,
      coalesce(sum(n) filter (where other_voice), 0)::int as other_voices,
      (select jsonb_build_object('state', w.state, 'reason', w.reason, 'devices', w.n) from s w where not w.heard and not w.sent
        order by w.n desc, w.state limit 1) as why,
      max(latest) filter (where state in ('waiting', 'sent', 'fetched')) + make_interval(hours => ${REPORTED_WITHIN_H}) as waits_until,
      max(begun) filter (where state = 'started') + make_interval(hours => ${PLAYS_H}) as plays_until
    from s
  ) c on true`;
