import type { TimelineType } from '@belfry/schemas/http/devices/timeline-positions';
import type pg from 'pg';
import type { TimelineDevice } from './device-events.repository.ts';
import type { Boundary } from './positions.ts';

/** An entry; `details` has the fields of its type, and names and ids of users where the caller may know them. */
export type TimelineRow = {
  us: number;
  at: Date;
  type: TimelineType;
  ref: string;
  details: Record<string, unknown>;
  by: { user_id: number; name: string } | null;
};

export type TimelineWindow = {
  device: TimelineDevice;
  boundaries: readonly Boundary[];
  /** Whether the entries at the boundaries are among the answer. */
  inclusive: boolean;
  limit: number;
  /** null: for administrators, who also see what was before the present owner. */
  ownerId: number | null;
  hidesRoots: boolean;
};

const ERROR_LENGTH_MAX = 500;
/** The names of the fields that an audited change names; their values may concern users of whom the owner must not know. */
const FIELDS = `(select coalesce(jsonb_agg(name), '[]') from (
  select name from jsonb_object_keys(case jsonb_typeof(a.details) when 'object' then a.details else '{}' end) as name
  where jsonb_typeof(a.details -> name) <> 'null' and a.details -> name <> 'false' limit 30) as named)`;
/** A bulk change names what it changes in `change`, beside the serial numbers of its devices. */
const BULK_FIELDS = `(select coalesce(jsonb_agg(name), '[]')
  from jsonb_object_keys(case jsonb_typeof(a.details -> 'change') when 'object' then a.details -> 'change' else '{}' end) as name)`;
const personOf = (user: string): string => `case when ${user}.id is not null
  then jsonb_build_object('user_id', ${user}.id, 'name', ${user}.name) end`;

/**
 * Each type is read by its own index, newest first and no further than the limit, so the cost does not grow with the history.
 * $1 device, $2 serial, $3 since, $4 limit, $5–$7 types of device_events with their boundaries, $8 and $9 those of commands,
 * $10 and $11 those of audited acts (null: not wanted), $12 the owner who asks, $13 whether roots are hidden, $14 and $15 the
 * boundary of announcements. Bulk changes are found first, since a device has few of them and their index has no order.
 */
const textOf = (inclusive: boolean): string => {
  const precedes = inclusive ? '<=' : '<';
  return `
with bulk as materialized (
  select a.id, a.at, a.action, a.details, a.user_id from audit_log a
  where a.object_kind = 'devices' and a.details -> 'serials' @> jsonb_build_array($2::text) and a.at >= $3
), entries as (
  (select e.at, w.type, lpad(e.id::text, 19, '0') as ref, e.details, (e.details ->> 'saved_by')::int as actor
  from unnest($5::text[], $6::timestamptz[], $7::int8[]) as w (type, before, ref)
  cross join lateral (
    select id, at, details from device_events
    where device_id = $1 and type = w.type and at >= $3 and (at, id) ${precedes} (w.before, w.ref)
    order by at desc, id desc limit $4
  ) as e)
  union all
  (select x.issued_at, 'command', x.command_id::text, jsonb_build_object('command', c.command, 'state', x.state, 'phase', x.phase,
    'sent_at', iso_utc(x.sent_at), 'accepted_at', iso_utc(x.accepted_at), 'settled_at', iso_utc(x.settled_at),
    'execution_time_ms', x.execution_time_ms, 'error', left(x.error, ${ERROR_LENGTH_MAX}), 'broadcast', c.target = 'fleet'), c.issued_by
  from command_deliveries x join commands c on c.id = x.command_id
  where x.device_id = $1 and not c.background and x.issued_at >= $3 and (x.issued_at, x.command_id) ${precedes} ($8::timestamptz, $9::uuid)
  order by x.issued_at desc, x.command_id desc limit $4)
  union all
  (select x.at, 'announcement', x.run_id::text, jsonb_build_object('run_id', x.run_id, 'kind', r.kind, 'title', r.title,
    'state', x.state, 'reason', x.reason, 'started_at', iso_utc(x.started_at), 'finished_at', iso_utc(x.finished_at)),
    case when r.kind <> 'schedule' then r.user_id end
  from announcement_deliveries x join announcement_runs r on r.run_id = x.run_id
  where x.device_id = $1 and x.at >= $3 and (x.at, x.run_id) ${precedes} ($14::timestamptz, $15::uuid)
    and (x.at <= now() or x.state not in ('waiting', 'fetched')) and ($12::int is null or x.user_id = $12)
  order by x.at desc, x.run_id desc limit $4)
  union all
  (select a.at, 'audit', lpad(a.id::text, 19, '0'), jsonb_build_object('action', a.action, 'fields', ${FIELDS}), a.user_id
  from unnest(array[$2::text, $1::text]) as named (object_id)
  cross join lateral (
    select id, at, action, details, user_id from audit_log
    where object_kind = 'device' and object_id = named.object_id and at >= $3
      and (at, id) ${precedes} ($10::timestamptz, $11::int8)
    order by at desc, id desc limit $4
  ) as a)
  union all
  (select a.at, 'audit', lpad(a.id::text, 19, '0'), jsonb_build_object('action', a.action, 'fields', ${BULK_FIELDS}), a.user_id
  from bulk a where (a.at, a.id) ${precedes} ($10::timestamptz, $11::int8)
  order by a.at desc, a.id desc limit $4)
), newest as (
  select * from entries order by at desc, type collate "C" desc, ref collate "C" desc limit $4
)
select (extract(epoch from n.at) * 1000000)::int8 as us, n.at, n.type,
  case when n.type in ('command', 'announcement') then n.ref else ltrim(n.ref, '0') end as ref,
  case n.type
    when 'owner' then jsonb_build_object('owned', n.details ->> 'user_id' is not null, 'owner', ${personOf('o')},
      'previous', ${personOf('p')}, 'limited', n.details -> 'limited')
    when 'binding' then jsonb_build_object('bound', n.details ->> 'company_id' is not null, 'company_id', c.company_id,
      'company_name', c.name, 'limited', n.details -> 'limited')
    else n.details - 'saved_by' end as details,
  ${personOf('u')} as by
from newest n
left join users u on u.id = n.actor and ($12::int is null or u.id = $12) and not ($13 and u.role = 'root')
left join users o on n.type = 'owner' and o.id = (n.details ->> 'user_id')::int
  and ($12 is null or o.id = $12) and not ($13 and o.role = 'root')
left join users p on n.type = 'owner' and p.id = (n.details ->> 'previous_id')::int
  and $12 is null and not ($13 and p.role = 'root')
left join companies c on n.type = 'binding' and c.company_id = (n.details ->> 'company_id')::int
  and ($12 is null or c.user_id = $12)
  and not ($13 and exists (select from users r where r.id = c.user_id and r.role = 'root'))
order by n.at desc, n.type collate "C" desc, n.ref collate "C" desc`;
};
const TEXTS = { true: textOf(true), false: textOf(false) };

/** The types that are not read from device_events. */
const OF_OTHER_TABLES: readonly TimelineType[] = ['command', 'announcement', 'audit'];

/** The entries of a device up to the boundaries, newest first. */
export async function findEntries(
  pool: pg.Pool,
  { device, boundaries, inclusive, limit, ownerId, hidesRoots }: TimelineWindow,
): Promise<TimelineRow[]> {
  const events = boundaries.filter(({ type }) => !OF_OTHER_TABLES.includes(type));
  const [command, announced, audited] = OF_OTHER_TABLES.map((type) => boundaries.find((each) => each.type === type));
  const since = ownerId === null ? device.created_at : device.owned_since;
  const { rows } = await pool.query<TimelineRow>(TEXTS[`${inclusive}`], [
    device.device_id,
    device.serial,
    since,
    limit,
    events.map(({ type }) => type),
    events.map(({ before }) => before),
    events.map(({ ref }) => ref),
    command?.before ?? null,
    command?.ref ?? null,
    audited?.before ?? null,
    audited?.ref ?? null,
    ownerId,
    hidesRoots,
    announced?.before ?? null,
    announced?.ref ?? null,
  ]);
  return rows;
}
