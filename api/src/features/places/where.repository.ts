import type { Targets } from '@belfry/schemas/domain/targets';
import { WHERE_LEVEL_MAX, WHERE_MATCHES_MAX, WHERE_WORDS_MAX, type WhereItem } from '@belfry/schemas/http/places/where';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { eachNodeOwnedBy, escapeLike, nodesWithRight, ownedBy } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import { deviceNameSql } from '../../db/device-name.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { devicesAt } from './places.repository.ts';

/** `places`: at which the caller has the right; `names`: which the caller reads, whose names are in paths; `groups`: whose groups. */
export type WhereOwners = Record<'places' | 'names' | 'groups', VisibleOwners> & { organisationId: number | undefined };
export type Found = { items: WhereItem[]; more: boolean };

/** Nodes of a search whose paths are compared with its other words; more that have one of the words in their own name are not looked at. */
const CANDIDATES_MAX = 2_000;
/** Those of one word, whose names need no look at their paths; they are put into natural order. */
const MATCHED_MAX = 300;

/** Places, loudspeakers and groups in whose name or path each word is found, and one of them in the name; those whose name begins with it first. */
export async function findByText(db: Kysely<Database>, owners: WhereOwners, text: string): Promise<Found> {
  const patterns = text
    .split(/[\s/›]+/u)
    .filter((word) => word !== '')
    .slice(0, WHERE_WORDS_MAX)
    .map((word) => `%${escapeLike(word)}%`);
  if (patterns.length === 0) return { items: [], more: false };
  // A name is put into small letters once: ILIKE would do so for each word, with word and name.
  const words = sql`(select words from asked)::text[]`;
  const begins = (name: RawBuilder<unknown>) => sql`${name} like any((select begins from asked)::text[])`;
  const has = (name: RawBuilder<unknown>) => sql`${name} like any(${words})`;
  const place = sql`
    select c.company_id, null::int as group_id, null::int as device_id, c.name, c.low, c.level, c.parent_company_id as parent_id
    from (
      select company_id, parent_company_id, type, level, name, lower(name) as low from companies c
      where ${isPermitted(owners, 'c')} and ${ofOrganisation(owners, 'c')} offset 0
    ) c
    where ${has(sql`c.low`)} and (c.type <> 'Device' or exists (select from devices d where d.company_id = c.company_id))`;
  const named = sql.raw(`coalesce(${deviceNameSql('n', 'd', 's')}, d.serial)`);
  const unplaced = sql`
    select null, null, d.device_id, ${named}, lower(${named}), 0, null
    from devices d join device_state s using (device_id) left join companies n on false
    where d.company_id is null and d.user_id is not null and ${isOwn(owners)}
      and ${ofOrganisation(owners, 'd')} and (${has(sql`lower(${named})`)} or ${has(sql`lower(d.serial)`)})`;
  const bySerial = sql`
    select d.company_id, null, null, n.name, lower(n.name), n.level, n.parent_company_id
    from devices d join companies n using (company_id)
    where ${has(sql`lower(d.serial)`)} and not ${has(sql`lower(n.name)`)} and ${isPermitted(owners, 'n')} and ${ofOrganisation(owners, 'n')}`;
  const group = sql`
    select null, g.id, null, g.name, lower(g.name), -1, null
    from device_groups g
    where ${has(sql`lower(g.name)`)} and ${ownedBy(owners.groups, 'g.user_id')} and ${ofOrganisation(owners, 'g')}`;
  const serialLike = patterns.some((pattern) => /\d/.test(pattern));
  const count = sql.join(
    patterns.map((pattern) => sql`(found.low like lower(${pattern}::text))::int`),
    sql` + `,
  );
  return readItems(
    db,
    owners,
    sql`
      asked as materialized (
        select array_agg(lower(word)) as words, array_agg(lower(substr(word, 2))) as begins from unnest(${patterns}::text[]) word),
      candidates as materialized (
        select * from (${place} union all ${group} union all ${unplaced} ${serialLike ? sql`union all ${bySerial}` : sql``}) found
        order by ${patterns.length > 1 ? sql`${count} desc,` : sql``} ${begins(sql`found.low`)} desc, found.level
        limit ${patterns.length > 1 ? CANDIDATES_MAX : MATCHED_MAX}),
      ${pathsOf('candidates', owners)},
      chosen as (
        select first.*, row_number() over () as position from (
          select f.*, coalesce(p.path, '') as path, coalesce(p.above, '{}') as above
          from candidates f left join paths p using (parent_id)
          left join devices b on b.company_id = f.company_id or b.device_id = f.device_id
          where lower(concat_ws(' ', p.path, f.name, b.serial)) like all(${words})
          order by ${begins(sql`f.low`)} desc, f.level, f.name collate natural_order, p.path collate natural_order
          limit ${WHERE_MATCHES_MAX + 1}) first)`,
    WHERE_MATCHES_MAX,
  );
}

type LevelOf = { below?: number | undefined; group?: number | undefined };

/** The places and loudspeakers of one level: below a place, of a group, or the topmost ones with the groups behind them. */
export async function findLevel(db: Kysely<Database>, owners: WhereOwners, level: LevelOf): Promise<Found> {
  const isAt = levelOf(owners, level);
  const isTop = level.below === undefined && level.group === undefined;
  return readItems(
    db,
    owners,
    sql`
      candidates as materialized (
        (select c.company_id, null::int as group_id, null::int as device_id, c.name, c.level, c.parent_company_id as parent_id from companies c
        where ${isAt} and ${isPermitted(owners, 'c')} and ${ofOrganisation(owners, 'c')}
          and (c.type <> 'Device' or exists (select from devices d where d.company_id = c.company_id))
        order by c.name collate natural_order, c.company_id limit ${WHERE_LEVEL_MAX + 1})
        ${
          isTop
            ? sql`union all (
          select null, g.id, null, g.name, -1, null from device_groups g
          where ${ownedBy(owners.groups, 'g.user_id')} and ${ofOrganisation(owners, 'g')}
          order by g.name collate natural_order, g.id limit ${WHERE_LEVEL_MAX + 1})`
            : sql``
        }),
      ${pathsOf('candidates', owners)},
      chosen as (
        select f.*, coalesce(p.path, '') as path, coalesce(p.above, '{}') as above, row_number() over (order by f.group_id is not null, f.name collate natural_order, f.company_id) as position
        from candidates f left join paths p using (parent_id))`,
    WHERE_LEVEL_MAX,
  );
}

function levelOf(owners: WhereOwners, { below, group }: LevelOf): RawBuilder<boolean> {
  if (group !== undefined)
    return sql`c.company_id in (
      select e.company_id from device_group_elements e join device_groups g on g.id = e.group_id
      where g.id = ${group}::int and ${ownedBy(owners.groups, 'g.user_id')})`;
  if (below !== undefined) return sql`c.parent_company_id = ${below}::int`;
  return sql`(c.parent_company_id is null or not exists (
    select from companies p where p.company_id = c.parent_company_id and ${isPermitted(owners, 'p')}))`;
}

/** The places, groups and loudspeakers that targets name, exceptions behind the others; those that the caller must not know of are absent. */
export async function findNamed(db: Kysely<Database>, owners: WhereOwners, targets: Targets): Promise<Found> {
  const { except } = targets;
  const nodes = targets.nodes.concat(except.nodes);
  const groups = targets.groups.concat(except.groups);
  const devices = targets.devices.concat(except.devices);
  return readItems(
    db,
    owners,
    sql`
      candidates as materialized (
        select c.company_id, null::int as group_id, null::int as device_id, c.name, c.level, c.parent_company_id as parent_id from companies c
        where (c.company_id = any(${nodes}::int4[])
            or c.company_id in (select d.company_id from devices d where d.serial = any(${devices}::text[])))
          and ${isPermitted(owners, 'c')}
        union all
        select null, g.id, null, g.name, -1, null from device_groups g
        where g.id = any(${groups}::int4[]) and ${ownedBy(owners.groups, 'g.user_id')}
        union all
        select null, null, d.device_id, ${sql.raw(`coalesce(${deviceNameSql('n', 'd', 's')}, d.serial)`)}, 0, null
        from devices d join device_state s using (device_id) left join companies n on false
        where d.company_id is null and d.user_id is not null and d.serial = any(${devices}::text[]) and ${isOwn(owners)}),
      ${pathsOf('candidates', owners)},
      chosen as (
        select f.*, coalesce(p.path, '') as path, coalesce(p.above, '{}') as above, row_number() over (order by f.level, f.name collate natural_order) as position
        from candidates f left join paths p using (parent_id))`,
    Infinity,
  );
}

type Counts = { places: number; loudspeakers: number; online: number };
export async function countTargets(db: Kysely<Database>, owners: WhereOwners, targets: Targets): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with recursive ${devicesAt(owners.places, targets)}
    select count(distinct chosen.place_id)::int as places, count(*)::int as loudspeakers,
      count(*) filter (where s.status = 'online')::int as online
    from chosen join device_state s using (device_id)`.execute(db);
  return rows[0] ?? { places: 0, loudspeakers: 0, online: 0 };
}

/** A common table expression, read once, of the nodes at which a member has the right. Below a node that is permitted all are. */
export const permitted = ({ places }: Pick<WhereOwners, 'places'>): RawBuilder<unknown> =>
  places.kind === 'member' ? sql`permitted as materialized (${nodesWithRight(places.id, places.right)}),` : sql``;
export const isPermitted = ({ places }: Pick<WhereOwners, 'places'>, alias: string): RawBuilder<boolean> =>
  places.kind === 'member'
    ? sql<boolean>`(${sql.ref(`${alias}.user_id`)} = ${places.id}::int or ${sql.ref(`${alias}.company_id`)} in (select company_id from permitted))`
    : ownedBy(places, `${alias}.user_id`);
/** Loudspeakers without a place are their owner's alone. */
const isOwn = ({ places }: WhereOwners): RawBuilder<boolean> =>
  places.kind === 'member' ? sql<boolean>`d.user_id = ${places.id}::int` : ownedBy(places, 'd.user_id');

const ofOrganisation = ({ organisationId }: WhereOwners, alias: string): RawBuilder<boolean> =>
  organisationId === undefined
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(`${alias}.user_id`)} = ${organisationId}::int`;

/** Common table expressions: `paths (parent_id, path, above)` of the nodes above those of another one, as far as the caller reads the names. Many nodes have one above. */
const pathsOf = (name: string, { names }: WhereOwners): RawBuilder<unknown> => sql`
  above (parent_id, next_id, name, level, ancestor_id) as (
    select c.company_id, c.parent_company_id, c.name, c.level, c.company_id
    from (select distinct parent_id from ${sql.raw(name)}) f join companies c on c.company_id = f.parent_id
    union all
    select a.parent_id, p.parent_company_id, p.name, p.level, p.company_id from above a join companies p on p.company_id = a.next_id
  ),
  paths as (
    select a.parent_id, string_agg(a.name, ' / ' order by a.level) as path,
      array_agg(a.ancestor_id order by a.level) as above
    from above a join companies c on c.company_id = a.ancestor_id
    where ${eachNodeOwnedBy(names)}
    group by a.parent_id
  )`;

/** Reads what the common table expression `chosen (company_id, group_id, device_id, name, path, above, position)` lists. */
async function readItems(
  db: Kysely<Database>,
  owners: WhereOwners,
  selection: RawBuilder<unknown>,
  max: number,
): Promise<Found> {
  const { rows } = await sql<WhereItem>`
    with recursive ${permitted(owners)} ${selection},
    below (root_id, company_id) as (
      select c.company_id, c.company_id from chosen f join companies c using (company_id) where c.type <> 'Device'
      union all
      select b.root_id, c.company_id from below b join companies c on c.parent_company_id = b.company_id where c.type <> 'Device'
    ),
    heard as (
      select b.root_id, count(*)::int as loudspeakers, count(*) filter (where s.status = 'online')::int as online
      from below b join devices d on d.place_id = b.company_id join device_state s using (device_id)
      group by b.root_id
    ),
    grouped as (
      select e.group_id, count(*)::int as loudspeakers, count(*) filter (where s.status = 'online')::int as online
      from chosen f join device_group_elements e using (group_id) join devices d on d.company_id = e.company_id join device_state s on s.device_id = d.device_id
        join companies c on c.company_id = d.company_id
      where ${eachNodeOwnedBy(owners.places)}
      group by e.group_id
    )
    select
      case when f.group_id is not null then 'group' when o.device_id is not null or c.type = 'Device' then 'loudspeaker' else 'place' end as kind,
      f.company_id, f.group_id, o.serial, f.name, f.path, f.above, c.type, c.emblem,
      coalesce(c.user_id, o.user_id, dg.user_id) as organisation_id,
      ${owners.names.kind === 'all' || owners.names.kind === 'all-but-roots' ? sql`u.name` : sql`null`} as organisation,
      coalesce(h.loudspeakers, g.loudspeakers, case when o.device_id is null then 0 else 1 end) as loudspeakers,
      coalesce(h.online, g.online, case when s.status = 'online' then 1 else 0 end) as online,
      exists (select from companies x where x.parent_company_id = c.company_id) as has_places
    from chosen f
    left join companies c using (company_id)
    left join device_groups dg on dg.id = f.group_id
    left join devices o on o.company_id = c.company_id or o.device_id = f.device_id
    left join device_state s on s.device_id = o.device_id
    left join users u on u.id = coalesce(c.user_id, o.user_id, dg.user_id)
    left join heard h on h.root_id = f.company_id
    left join grouped g on g.group_id = f.group_id
    where f.group_id is null or g.loudspeakers > 0 or ${owners.groups.kind !== 'member'}
    order by f.position`.execute(db);
  return { items: rows.slice(0, max), more: rows.length > max };
}
