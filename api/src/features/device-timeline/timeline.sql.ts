import {
  hasUuid,
  timelinePosition,
  TIMELINE_TYPES,
  type TimelinePosition,
  type TimelineType,
} from '@belfry/schemas/http/device-timeline/timeline-positions';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { nodesWithRight } from '../../db/conditions.ts';
import { changeInBatches } from '../../db/transact.ts';

/** An entry; `details` has the fields of its type, and names and ids of users where the caller may know them. */
export type TimelineRow = {
  us: number;
  at: Date;
  type: TimelineType;
  ref: string;
  details: Record<string, unknown>;
  by: { user_id: number; name: string } | null;
};

type TimelineWindow = {
  device: TimelineDevice;
  boundaries: readonly Boundary[];
  inclusive: boolean;
  limit: number;
  /** null: for administrators, who also see what was before the present owner. */
  ownerId: number | null;
  hidesRoots: boolean;
  /** A member reads the names of the nodes of their branches only. */
  memberId: number | null;
};

const ERROR_LENGTH_MAX = 500;
/** The names of the fields that an audited change names; their values may concern users of whom the owner must not know. */
const FIELDS = sql`(select coalesce(jsonb_agg(name), '[]') from (
  select name from jsonb_object_keys(case jsonb_typeof(a.details) when 'object' then a.details else '{}' end) as name
  where jsonb_typeof(a.details -> name) <> 'null' and a.details -> name <> 'false' limit 30) as named)`;
/** A bulk change names what it changes in `change`, beside the serial numbers of its devices. */
const BULK_FIELDS = sql`(select coalesce(jsonb_agg(name), '[]')
  from jsonb_object_keys(case jsonb_typeof(a.details -> 'change') when 'object' then a.details -> 'change' else '{}' end) as name)`;
const personOf = (user: string): RawBuilder<unknown> => sql`case when ${sql.ref(`${user}.id`)} is not null
  then jsonb_build_object('user_id', ${sql.ref(`${user}.id`)}, 'name', ${sql.ref(`${user}.name`)}) end`;

const OF_OTHER_TABLES: readonly TimelineType[] = ['command', 'announcement', 'audit'];

function parametersOf({ device, boundaries, inclusive, limit, ownerId, hidesRoots }: TimelineWindow) {
  const events = boundaries.filter(({ type }) => !OF_OTHER_TABLES.includes(type));
  const [command, announced, audited] = OF_OTHER_TABLES.map((type) => boundaries.find((each) => each.type === type));
  const boundaryOf = (boundary: Boundary | undefined, type: 'uuid' | 'int8'): RawBuilder<unknown> =>
    sql`(${boundary?.before ?? null}::timestamptz, ${boundary?.ref ?? null}::${sql.raw(type)})`;
  return {
    id: sql`${device.device_id}::int`,
    serial: sql`${device.serial}::text`,
    since: sql`${ownerId === null ? device.created_at : device.owned_since}::timestamptz`,
    limit: sql`limit ${limit}`,
    precedes: inclusive ? sql`<=` : sql`<`,
    owner: sql`${ownerId}::int`,
    hidesRoots: sql`${hidesRoots}::bool`,
    events: sql`unnest(${events.map(({ type }) => type)}::text[], ${events.map(({ before }) => before)}::timestamptz[],
      ${events.map(({ ref }) => ref)}::int8[])`,
    commands: boundaryOf(command, 'uuid'),
    announcements: boundaryOf(announced, 'uuid'),
    audits: boundaryOf(audited, 'int8'),
  };
}

/**
 * The newest entries of each type. Each is read by its own index, newest first and no further than the limit, so the cost does not grow
 * with the history. Bulk changes are found first, since a device has few of them and their index has no order.
 */
function entriesOf(window: TimelineWindow): RawBuilder<unknown> {
  const { id, serial, since, limit, precedes, owner, events, commands, announcements, audits } = parametersOf(window);
  return sql`
    (select e.at, w.type, lpad(e.id::text, 19, '0') as ref, e.details, (e.details ->> 'saved_by')::int as actor
    from ${events} as w (type, before, ref)
    cross join lateral (
      select id, at, details from device_events
      where device_id = ${id} and type = w.type and at >= ${since} and (at, id) ${precedes} (w.before, w.ref)
      order by at desc, id desc ${limit}
    ) as e)
    union all
    (select x.issued_at, 'command', x.command_id::text, jsonb_build_object('command', c.command, 'state', x.state, 'phase', x.phase,
      'sent_at', iso_utc(x.sent_at), 'accepted_at', iso_utc(x.accepted_at), 'settled_at', iso_utc(x.settled_at),
      'execution_time_ms', x.execution_time_ms, 'error', left(x.error, ${sql.lit(ERROR_LENGTH_MAX)}), 'broadcast', c.target = 'fleet'),
      c.issued_by
    from command_deliveries x join commands c on c.id = x.command_id
    where x.device_id = ${id} and not c.background and x.issued_at >= ${since} and (x.issued_at, x.command_id) ${precedes} ${commands}
    order by x.issued_at desc, x.command_id desc ${limit})
    union all
    (select x.at, 'announcement', x.run_id::text, jsonb_build_object('run_id', x.run_id, 'kind', r.kind, 'title', r.title,
      'state', x.state, 'reason', x.reason, 'started_at', iso_utc(x.started_at), 'finished_at', iso_utc(x.finished_at)),
      case when r.kind <> 'schedule' then coalesce(r.started_by, r.user_id) end
    from announcement_deliveries x join announcement_runs r on r.run_id = x.run_id
    where x.device_id = ${id} and x.at >= ${since} and (x.at, x.run_id) ${precedes} ${announcements}
      and (x.at <= now() or x.state not in ('waiting', 'fetched')) and (${owner} is null or x.user_id = ${owner})
    order by x.at desc, x.run_id desc ${limit})
    union all
    (select a.at, 'audit', lpad(a.id::text, 19, '0'), jsonb_build_object('action', a.action, 'fields', ${FIELDS}), a.user_id
    from unnest(array[${serial}, ${id}::text]) as named (object_id)
    cross join lateral (
      select id, at, action, details, user_id from audit_log
      where object_kind = 'device' and in_timeline and object_id = named.object_id and at >= ${since} and (at, id) ${precedes} ${audits}
      order by at desc, id desc ${limit}
    ) as a)
    union all
    (select a.at, 'audit', lpad(a.id::text, 19, '0'), jsonb_build_object('action', a.action, 'fields', ${BULK_FIELDS}), a.user_id
    from bulk a where (a.at, a.id) ${precedes} ${audits}
    order by a.at desc, a.id desc ${limit})`;
}

export async function findEntries(db: Kysely<Database>, window: TimelineWindow): Promise<TimelineRow[]> {
  const { memberId } = window;
  const { serial, since, limit, owner, hidesRoots } = parametersOf(window);
  const { rows } = await sql<TimelineRow>`
    with bulk as materialized (
      select a.id, a.at, a.action, a.details, a.user_id from audit_log a
      where a.object_kind = 'devices' and a.details -> 'serials' @> jsonb_build_array(${serial}) and a.at >= ${since}
    ), entries as (${entriesOf(window)}), newest as (
      select * from entries order by at desc, type collate "C" desc, ref collate "C" desc ${limit}
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
    left join users u on u.id = n.actor and (${owner} is null or u.id = ${owner} or u.id in (
        select m.user_id from memberships m join companies mc using (company_id) where mc.user_id = ${owner}))
      and not (${hidesRoots} and u.role = 'root')
    left join users o on n.type = 'owner' and o.id = (n.details ->> 'user_id')::int
      and (${owner} is null or o.id = ${owner}) and not (${hidesRoots} and o.role = 'root')
    left join users p on n.type = 'owner' and p.id = (n.details ->> 'previous_id')::int
      and ${owner} is null and not (${hidesRoots} and p.role = 'root')
    left join companies c on n.type = 'binding' and c.company_id = (n.details ->> 'company_id')::int
      and (${owner} is null or c.user_id = ${owner})${memberId === null ? sql`` : sql` and c.company_id in (${nodesWithRight(memberId, 'read')})`}
      and not (${hidesRoots} and exists (select from users r where r.id = c.user_id and r.role = 'root'))
    order by n.at desc, n.type collate "C" desc, n.ref collate "C" desc`.execute(db);
  return rows;
}

/** How long events are kept that only the timeline of a device shows; see DEV-62. */
const KEPT_DAYS = 90;

export async function deleteOldDeviceEvents(db: Kysely<Database>): Promise<void> {
  await changeInBatches((limit) =>
    sql`delete from device_events where id in (
      select id from device_events where at < now() - make_interval(days => ${KEPT_DAYS}) limit ${limit})`.execute(db),
  );
}

type TimelineDevice = {
  device_id: number;
  serial: string;
  user_id: number | null;
  company_id: number | null;
  owned_since: Date;
  created_at: Date;
};

export async function findTimelineDevice(db: Kysely<Database>, serial: string): Promise<TimelineDevice | undefined> {
  return db
    .selectFrom('devices')
    .select(['device_id', 'serial', 'user_id', 'company_id', 'owned_since', 'created_at'])
    .where('serial', '=', serial)
    .executeTakeFirst();
}

/** Entries of one type end before the time and row of a boundary. */
export type Boundary = { type: TimelineType; before: string; ref: string };

const NEWEST = 'infinity';
const LAST_ROW = { uuid: 'ffffffff-ffff-ffff-ffff-ffffffffffff', number: '9223372036854775807' };
const FIRST_ROW = { uuid: '00000000-0000-0000-0000-000000000000', number: '0' };

/**
 * The place where each of these types continues after an entry of any type. The order is by time, then type, then row,
 * all descending, so that of the same microsecond only the types and rows after the entry follow. @param id of an
 * entry; undefined: the newest
 */
export function boundariesOf(types: readonly TimelineType[] = TIMELINE_TYPES, id?: string): Boundary[] {
  const position = id === undefined ? null : timelinePosition(id);
  return types.map((type) => {
    const kind = hasUuid(type) ? 'uuid' : 'number';
    if (!position) return { type, before: NEWEST, ref: LAST_ROW[kind] };
    return { type, before: timeOf(position), ref: refOf(type, position, kind) };
  });
}

function refOf(type: TimelineType, position: TimelinePosition, kind: 'uuid' | 'number'): string {
  if (type === position.type) return position.ref;
  return type < position.type ? LAST_ROW[kind] : FIRST_ROW[kind];
}

/** ISO 8601 with microseconds, which JavaScript's dates do not have. */
function timeOf({ us }: TimelinePosition): string {
  const micros = String(us % 1_000).padStart(3, '0');
  return new Date(Math.floor(us / 1_000)).toISOString().replace('Z', `${micros}Z`);
}
