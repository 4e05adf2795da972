import { REPORT_DEVICES_MAX } from '@belfry/schemas/http/reports';
import { type RawBuilder, sql } from 'kysely';
import { SUPERVISED } from '../alarms/index.ts';

/** `since`: when the record of coming and going begins. */
export type ReportSpan = { companyId: number; ownerId: number; from: Date; to: Date; since: Date };

/** The node and everything below it, each with the nodes from it upwards to the node of the report. */
export const branchOf = ({ companyId }: ReportSpan): RawBuilder<unknown> => sql`
  branch (company_id, path) as (
    select company_id, array[company_id] from companies where company_id = ${companyId}::int
    union all
    select c.company_id, b.path || c.company_id from branch b join companies c on c.parent_company_id = b.company_id
  )`;

/**
 * Supervised devices with the spans in which they were in one state. The state at the beginning is that of the last change before it; without one
 * the opposite of the first change after it, and without any the present state.
 */
const segmentsOf = ({ from, to, since }: ReportSpan): RawBuilder<unknown> => sql`
  counted as materialized (
    select d.device_id, d.serial, c.name, d.place_id, p.name as place, b.path,
      greatest(${from}::timestamptz, ${since}::timestamptz, d.created_at) as since, s.status = 'online' as is_online
    from branch b join devices d on d.company_id = b.company_id and ${SUPERVISED}
    join device_state s on s.device_id = d.device_id and s.last_seen is not null
    join companies c on c.company_id = d.company_id left join companies p on p.company_id = d.place_id
    where d.created_at < ${to}::timestamptz
    limit ${sql.lit(REPORT_DEVICES_MAX)}
  ), changes as (
    select e.device_id, e.at, e.id, e.details ->> 'status' = 'online' as online
    from counted k join device_events e on e.device_id = k.device_id and e.type = 'connection' and e.at > k.since and e.at < ${to}::timestamptz
  ), beginnings as (
    select k.device_id, k.since as at, 0::bigint as id, coalesce(
      (select e.details ->> 'status' = 'online' from device_events e
        where e.device_id = k.device_id and e.type = 'connection' and e.at <= k.since order by e.at desc, e.id desc limit 1),
      (select e.details ->> 'status' <> 'online' from device_events e
        where e.device_id = k.device_id and e.type = 'connection' and e.at > k.since order by e.at, e.id limit 1),
      k.is_online) as online
    from counted k where k.since < ${to}::timestamptz
  ), segments as (
    select device_id, online, at, coalesce(lead(at) over (partition by device_id order by at, id), ${to}::timestamptz) as until
    from (select * from beginnings union all select * from changes) as all_changes
  )`;

const windowsOf = ({ companyId, from, to }: ReportSpan): RawBuilder<unknown> => sql`
  above (company_id) as (
    select parent_company_id from companies where company_id = ${companyId}::int and parent_company_id is not null
    union
    select c.parent_company_id from above a join companies c on c.company_id = a.company_id where c.parent_company_id is not null
  ), spans as materialized (
    select m.company_id, m.company_id in (select company_id from above) as everywhere,
      range_agg(tstzrange(greatest(m.starts_at, ${from}::timestamptz), least(m.ends_at, ${to}::timestamptz))) as times
    from maintenance_spans m
    where m.ends_at > ${from}::timestamptz and m.starts_at < ${to}::timestamptz
      and (m.company_id in (select company_id from above) or m.company_id in (select company_id from branch))
    group by m.company_id
  ), quiet as (
    select k.device_id, range_agg(r) as times
    from counted k join spans w on w.everywhere or w.company_id = any(k.path) cross join unnest(w.times) as r
    group by k.device_id
  )`;

/** Seconds of a span that are in these times. */
const within = (times: string, at: RawBuilder<unknown>, until: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  coalesce((select sum(extract(epoch from upper(r) - lower(r)))
    from unnest(${sql.raw(times)} * tstzmultirange(tstzrange(${at}, ${until}))) as r), 0)`;

const PERCENT = sql`round((100 * online_s / nullif(counted_s, 0))::numeric, 3)::float8`;
const FIGURES = sql`'percent', ${PERCENT}, 'online_s', round(online_s)::int8, 'counted_s', round(counted_s)::int8,
  'maintenance_s', round(maintenance_s)::int8`;

/** One row with `total`, `places` and `devices` as JSON. */
export const availabilityOf = (span: ReportSpan): RawBuilder<{ json: string }> => sql<{ json: string }>`
  with recursive ${branchOf(span)}, ${segmentsOf(span)}, ${windowsOf(span)},
  seconds as (
    select g.device_id, g.online, extract(epoch from g.until - g.at) as whole_s,
      case when q.times is null then 0 else ${within('q.times', sql`g.at`, sql`g.until`)} end as maintenance_s
    from segments g left join quiet q on q.device_id = g.device_id where g.until > g.at
  ), figures as (
    select k.serial, k.name, k.place, k.place_id, case when k.since > ${span.from}::timestamptz then k.since end as since,
      coalesce(sum(x.whole_s - x.maintenance_s) filter (where x.online), 0) as online_s,
      coalesce(sum(x.whole_s - x.maintenance_s), 0) as counted_s, coalesce(sum(x.maintenance_s), 0) as maintenance_s
    from counted k left join seconds x on x.device_id = k.device_id
    group by k.device_id, k.serial, k.name, k.place, k.place_id, k.since
  ), places as (
    select place_id, place, count(*)::int as devices, sum(online_s) as online_s, sum(counted_s) as counted_s, sum(maintenance_s) as maintenance_s
    from figures where place_id is not null group by place_id, place
  ), total as (
    select count(*)::int as devices, coalesce(sum(online_s), 0) as online_s, coalesce(sum(counted_s), 0) as counted_s,
      coalesce(sum(maintenance_s), 0) as maintenance_s from figures
  )
  select json_build_object(
    'total', (select json_build_object('devices', devices, ${FIGURES}) from total),
    'places', (select coalesce(json_agg(json_build_object('company_id', place_id, 'place', place, 'devices', devices, ${FIGURES})
      order by ${PERCENT} nulls last, place, place_id), '[]') from places),
    'devices', (select coalesce(json_agg(json_build_object('serial', serial, 'name', name, 'place', place,
      'since', to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), ${FIGURES})
      order by ${PERCENT} nulls last, place, name, serial), '[]') from figures))::text as json`;

/** At most one more than the limit. */
export const countOf = (span: ReportSpan): RawBuilder<{ n: number }> => sql<{ n: number }>`
  with recursive ${branchOf(span)}
  select count(*)::int as n from (
    select from branch b join devices d on d.company_id = b.company_id and ${SUPERVISED}
    join device_state s on s.device_id = d.device_id and s.last_seen is not null
    where d.created_at < ${span.to}::timestamptz limit ${sql.lit(REPORT_DEVICES_MAX + 1)}) as found`;
