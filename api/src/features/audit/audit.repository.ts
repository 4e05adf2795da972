import { AUDIT_LISTED_MAX } from '@belfry/schemas/domain/audit';
import type { AuditEntry, AuditFilter } from '@belfry/schemas/http/audit';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { escapeLike } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import { placePath } from '../../db/place-path.ts';
import { instantText, inWindow, type TimeWindow } from '../../db/time-window.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { Caller } from '../../policies/accounts.ts';
import { type OwnersPolicy, readableNodes } from '../../policies/owners.ts';
import { findEffectiveSettings } from '../places/index.ts';
import { objectNumber, readablePerson, readableRows } from './readable-audit.ts';

export type AuditReader = { caller: Caller; policy: OwnersPolicy };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The instant at which a filter begins: a day begins at midnight UTC. */
const beginOf = (given: string): Date => new Date(given);
/** The end of a filter is exclusive, but a day is included whole. */
const endOf = (given: string): Date => new Date(new Date(given).getTime() + (DAY.test(given) ? DAY_MS : 0));
const DAY_MS = 86_400_000;

const ID = /^\d{1,9}$/;

function conditionsOf({ caller, policy }: AuditReader, filter: AuditFilter): RawBuilder<boolean> {
  const { id, company_id, actor, action, from, to } = filter;
  const conditions = [readableRows(caller, policy)];
  if (id !== undefined) conditions.push(sql<boolean>`a.id = ${id}::int8`);
  if (from !== undefined) conditions.push(sql<boolean>`a.at >= ${beginOf(from)}`);
  if (to !== undefined) conditions.push(sql<boolean>`a.at < ${endOf(to)}`);
  if (action !== undefined) conditions.push(actionIs(action));
  if (company_id !== undefined)
    conditions.push(sql<boolean>`a.company_id = any((select branch_of(${company_id}::int))::int[])`);
  if (actor !== undefined) conditions.push(actorIs(caller, actor));
  return sql.join(conditions, sql` and `);
}

const actionIs = (action: string): RawBuilder<boolean> =>
  action.includes('.') ? sql<boolean>`a.action = ${action}` : sql<boolean>`a.action like ${`${escapeLike(action)}.%`}`;

/** A number is that of a person; everything else is part of the name or address of people whom the reader may know. */
function actorIs(caller: Caller, actor: string): RawBuilder<boolean> {
  const pattern = `%${escapeLike(actor)}%`;
  const userIds = ID.test(actor)
    ? sql`select ${Number(actor)}::int`
    : sql`select u.id from users u where u.name ilike ${pattern} or u.email ilike ${pattern}`;
  return sql<boolean>`a.user_id = any(array(${userIds})) and ${readablePerson(caller, 'a.user_id')}`;
}

type StoredEntry = Omit<Wire<AuditEntry>, 'time_zone'>;

/** The rows with the clock of their place. */
async function withZones<R extends StoredEntry>(
  db: Kysely<Database>,
  rows: readonly R[],
): Promise<(R & Pick<AuditEntry, 'time_zone'>)[]> {
  const settings = await findEffectiveSettings(db, [...new Set(rows.flatMap(({ company_id }) => company_id ?? []))]);
  return rows.map((row) => ({ ...row, time_zone: settings.get(row.company_id ?? 0)?.time_zone.value ?? null }));
}

const personOf = (caller: Caller, id: string, alias: string): RawBuilder<unknown> => sql`
  case when ${readablePerson(caller, id)} then jsonb_build_object('user_id', ${sql.ref(id)}, 'name', ${sql.ref(`${alias}.name`)},
    'email', ${sql.ref(`${alias}.email`)}) end`;

const entries = (reader: AuditReader, rows: RawBuilder<unknown>) => sql<StoredEntry>`
  select a.id, a.at, a.door, ${personOf(reader.caller, 'a.user_id', 'actor')} as actor,
    ${personOf(reader.caller, 'a.acting_as', 'shown')} as acting_as, a.key_id, a.api_key_id,
    case when ${readablePerson(reader.caller, 'a.user_id')} then a.ip end as ip, a.action, a.object_kind, a.object_id,
    coalesce(a.after ->> 'name', a.before ->> 'name', a.details ->> 'name', a.details ->> 'title', a.details ->> 'serial', node.name, person.name,
      case when ${readablePerson(reader.caller, 'member.id')} then member.name end, a.details ->> 'email') as object_name,
    a.company_id, place.name as company_name, ${placePath('place.parent_company_id', readableNodes(reader.caller))} as path, a.owner_id, a.details, a.before, a.after, a.hash is not null as chained
  from (${rows}) a
  left join users actor on actor.id = a.user_id
  left join users shown on shown.id = a.acting_as
  left join companies place on place.company_id = a.company_id
  left join companies node on a.object_kind = 'company' and node.company_id = ${objectNumber}
  left join users person on a.object_kind = 'user' and person.id = ${objectNumber}
  left join users member on a.object_kind = 'member' and member.id = (a.details ->> 'member')::int
  order by a.at desc, a.id desc`;

export async function findEntries(
  db: Kysely<Database>,
  reader: AuditReader,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: Wire<AuditEntry>[] }> {
  const conditions = conditionsOf(reader, filter);
  const page = sql`select a.* from audit_log a where ${conditions} order by a.at desc, a.id desc limit ${limit} offset ${offset}`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select from audit_log a where ${conditions} limit ${AUDIT_LISTED_MAX}) counted`.execute(
    db,
  );
  const { rows } = await entries(reader, page).execute(db);
  return { total: counted.rows[0]?.total ?? 0, rows: await withZones(db, rows) };
}

/** A row as an export goes on behind it: `at` has microseconds, which a Date has not. */
export type ExportedEntry = StoredEntry & { at_us: string };

export async function readEntriesAfter(
  db: Kysely<Database>,
  reader: AuditReader,
  filter: AuditFilter,
  { after, limit }: { after: Pick<ExportedEntry, 'id' | 'at_us'> | null; limit: number },
): Promise<ExportedEntry[]> {
  const behind = after ? sql`and (a.at, a.id) < (${after.at_us}::timestamptz, ${after.id}::int8)` : sql``;
  const page = sql`
    select a.* from audit_log a where ${conditionsOf(reader, filter)} ${behind} order by a.at desc, a.id desc limit ${limit}`;
  const { rows } = await sql<ExportedEntry>`
    select e.*, ${instantText('e.at')} as at_us from (${entries(reader, page)}) e
    order by e.at desc, e.id desc`.execute(db);
  return rows;
}

/** Changes that tell what another row of an activity tells already. */
const TOLD_OTHERWISE = [
  'announcement.start',
  'emergency.start',
  'alarm.acknowledge',
  'alarm.snooze',
  'alarm.comment',
  'command_run.start',
  'outbox.read',
  'sms.send',
];

/** The rows of a time, the newest first. @param alone whether nothing else tells of the acts */
export async function findEntriesByTime(
  db: Kysely<Database>,
  reader: AuditReader,
  { company_id, q, alone }: { company_id?: number | undefined; q: string; alone: boolean },
  window: TimeWindow,
): Promise<(Wire<AuditEntry> & Pick<ExportedEntry, 'at_us'>)[]> {
  const pattern = `%${escapeLike(q)}%`;
  const conditions = [
    conditionsOf(reader, { company_id }),
    inWindow(window, { at: 'a.at', id: 'a.id', type: 'int8' }),
    ...(alone ? [] : [sql`not a.action = any(${TOLD_OTHERWISE}::text[])`]),
    ...(q === ''
      ? []
      : [
          sql`(a.action ilike ${pattern} or ${actorIs(reader.caller, q)}
            or coalesce(a.after ->> 'name', a.before ->> 'name', a.details ->> 'name', a.details ->> 'title') ilike ${pattern})`,
        ]),
  ];
  const page = sql`select a.* from audit_log a where ${sql.join(conditions, sql` and `)}
    order by a.at desc, a.id desc limit ${window.limit}`;
  const { rows } = await sql<ExportedEntry>`
    select e.*, ${instantText('e.at')} as at_us from (${entries(reader, page)}) e order by e.at desc, e.id desc`.execute(
    db,
  );
  return withZones(db, rows);
}
