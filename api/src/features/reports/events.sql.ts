import { type RawBuilder, sql } from 'kysely';
import { HEARD, SENT } from '../../db/conditions.ts';
import { branchOf, type ReportSpan } from './availability.sql.ts';

const ROWS_MAX = 1_000;

const seconds = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`round(extract(epoch from ${value}))::int8`;
const medianOf = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  seconds(sql`percentile_cont(0.5) within group (order by ${value})`);

/** Alarms about a whole organisation belong to its main company. */
export const alarmsOf = (span: ReportSpan): RawBuilder<{ json: string }> => sql<{ json: string }>`
  with recursive ${branchOf(span)}, raised as (
    select a.kind, a.cleared_at is null as open, a.acknowledged_at - a.raised_at as acknowledged, a.cleared_at - a.raised_at as repaired
    from alarms a
    where a.owner_id = ${span.ownerId}::int and a.raised_at >= ${span.from}::timestamptz and a.raised_at < ${span.to}::timestamptz
      and a.merged_into is null
      and (a.company_id in (select company_id from branch)
        or (a.company_id is null and exists (select from companies c where c.company_id = ${span.companyId}::int and c.parent_company_id is null)))
  ), kinds as (
    select kind, count(*)::int as count, count(*) filter (where open)::int as open,
      ${medianOf(sql`acknowledged`)} as acknowledge_median_s, ${seconds(sql`max(acknowledged)`)} as acknowledge_longest_s,
      ${medianOf(sql`repaired`)} as repair_median_s, ${seconds(sql`max(repaired)`)} as repair_longest_s
    from raised group by kind
  )
  select coalesce(json_agg(row_to_json(k) order by k.count desc, k.kind), '[]')::text as json from kinds k`;

export const announcementsOf = (span: ReportSpan): RawBuilder<{ json: string }> => sql<{ json: string }>`
  with recursive ${branchOf(span)}, announced as materialized (
    select x.place, nullif(x.reason, '') as reason, ${HEARD} as heard, ${SENT} as sent
    from announcement_deliveries x
    where x.at >= ${span.from}::timestamptz and x.at < ${span.to}::timestamptz and x.at <= now()
      and x.company_id in (select company_id from branch)
  ), missed as (
    select place, left(reason, 200) as reason, count(*)::int as count from announced where not heard and not sent
    group by 1, 2 order by 3 desc, 1, 2 limit ${sql.lit(ROWS_MAX)}
  )
  select json_build_object(
    'announcements', (select json_build_object('expected', count(*)::int, 'heard', count(*) filter (where heard)::int,
      'sent', count(*) filter (where sent)::int) from announced),
    'missed', (select coalesce(json_agg(row_to_json(m)), '[]') from missed m))::text as json`;
