import type { Right } from '@belfry/schemas/domain/rights';
import type { Targets } from '@belfry/schemas/domain/targets';
import { type Kysely, sql } from 'kysely';
import { membershipNodes, nodesWithRight } from '../../../db/conditions.ts';
import type { Database } from '../../../db/database.ts';

export type Lists = Omit<Targets, 'except'>;
export type Kind = keyof Lists;

/** A place that targets name and that exists. A member has the right at it, or at some or all devices of a group. */
export type NamedPlace = { kind: Kind; id: string; some: boolean; every: boolean };

/** An empty group is theirs where they have made it. */
export async function findNamedPlaces(
  db: Kysely<Database>,
  userId: number,
  right: Right,
  { nodes, groups, devices }: Lists,
): Promise<NamedPlace[]> {
  if (nodes.length + groups.length + devices.length === 0) return [];
  const { rows } = await sql<NamedPlace>`
    with mine (company_id) as materialized (${nodesWithRight(userId, right)}),
    named (kind, id, inside) as (
      select 'nodes', c.company_id::text, c.company_id in (select company_id from mine)
      from companies c where c.company_id = any(${nodes}::int4[])
      union all
      select 'devices', d.serial, coalesce(d.company_id in (select company_id from mine), false)
      from devices d where d.serial = any(${devices}::text[])
    )
    select kind, id, inside as some, inside as every from named
    union all
    select 'groups', g.id::text,
      coalesce(bool_or(e.company_id in (select company_id from mine)), g.created_by = ${userId}, false),
      coalesce(bool_and(e.company_id in (select company_id from mine)), g.created_by = ${userId}, false)
    from device_groups g left join device_group_elements e on e.group_id = g.id
    where g.id = any(${groups}::int4[])
    group by g.id`.execute(db);
  return rows;
}

/** For each node of a membership that gives the right now: it and the nodes above it. */
export async function findNodesAbove(db: Kysely<Database>, userId: number, right: Right): Promise<Set<number>[]> {
  const { rows } = await sql<{ nodes: number[] }>`
    with recursive up (top, node) as (
      select m.company_id, m.company_id from (${membershipNodes(userId, right)}) m
      union
      select u.top, c.parent_company_id from up u join companies c on c.company_id = u.node
      where c.parent_company_id is not null
    )
    select array_agg(node) as nodes from up group by top`.execute(db);
  return rows.map(({ nodes }) => new Set(nodes));
}

export async function countKnownDevices(
  db: Kysely<Database>,
  userId: number,
  targets: readonly Targets[],
): Promise<number[]> {
  const side = (name: string, at: string) => sql`
    ${sql.raw(name)} (n, device_id) as (
      select g.n, p.device_id from given g
        cross join lateral jsonb_array_elements_text(${sql.raw(at)} -> 'nodes') t (id)
        join chain c on c.above = t.id::int join placed p on p.company_id = c.node
      union
      select g.n, p.device_id from given g
        cross join lateral jsonb_array_elements_text(${sql.raw(at)} -> 'groups') t (id)
        join device_group_elements e on e.group_id = t.id::int join placed p on p.company_id = e.company_id
      union
      select g.n, p.device_id from given g
        cross join lateral jsonb_array_elements_text(${sql.raw(at)} -> 'devices') t (id)
        join placed p on p.serial = t.id
    )`;
  const { rows } = await sql<{ n: number; devices: number }>`
    with recursive mine (company_id) as materialized (${nodesWithRight(userId, 'read-texts')}),
    placed as materialized (
      select d.device_id, d.serial, d.company_id from devices d where d.company_id in (select company_id from mine)
    ),
    chain (node, above) as (
      select distinct company_id, company_id from placed
      union all
      select c.node, p.parent_company_id from chain c join companies p on p.company_id = c.above
      where p.parent_company_id is not null
    ),
    given (targets, n) as (
      select value, ordinality::int from jsonb_array_elements(${JSON.stringify(targets)}::jsonb) with ordinality
    ),
    ${side('included', 'g.targets')}, ${side('excluded', "(g.targets -> 'except')")}
    select g.n, (
      select count(*)::int from (
        select device_id from included i where i.n = g.n except select device_id from excluded x where x.n = g.n
      ) known) as devices
    from given g order by g.n`.execute(db);
  return rows.map(({ devices }) => devices);
}
