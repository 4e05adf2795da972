import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { goesOn } from '../../../people/grants.repository.ts';
import { type Rules, type StoredRule, toRules } from '../rule-settings.ts';

/** The nodes above each of these nodes, itself first, by node. */
export async function findAbove(db: Kysely<Database>, nodes: readonly number[]): Promise<Map<number, number[]>> {
  if (nodes.length === 0) return new Map();
  const { rows } = await sql<{ node_id: number; nodes: number[] }>`
    with recursive above (node_id, company_id, parent_company_id, distance) as (
      select c.company_id, c.company_id, c.parent_company_id, 0 from companies c
      where c.company_id = any(${[...nodes]}::int4[])
      union all
      select a.node_id, p.company_id, p.parent_company_id, a.distance + 1
      from above a join companies p on p.company_id = a.parent_company_id
    )
    select node_id, array_agg(company_id order by distance) as nodes from above group by node_id`.execute(db);
  return new Map(rows.map(({ node_id, nodes: above }) => [node_id, above]));
}

export async function findRules(db: Kysely<Database>, nodes: readonly number[]): Promise<Rules> {
  if (nodes.length === 0) return new Map();
  const { rows } = await sql<StoredRule>`
    select company_id, kind, enabled, delay_s, clear_after_s, threshold, severity, rises_after_minutes, tell, escalate_after_minutes
    from alarm_rules where company_id = any(${[...nodes]}::int4[]) and ${goesOn('alarm_rule', 'alarm_rules.rule_id')}`.execute(
    db,
  );
  return toRules(rows);
}

export async function findLowestThresholds(db: Kysely<Database>): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: string; threshold: number }>`
    select kind, min(threshold) as threshold from alarm_rules
    where threshold is not null and ${goesOn('alarm_rule', 'alarm_rules.rule_id')} group by kind`.execute(db);
  return new Map(rows.map(({ kind, threshold }) => [kind, threshold]));
}

/** A device that is to be online: it has an owner and a node, and nobody has blocked it. */
export const SUPERVISED = sql<boolean>`
  (d.company_id is not null and d.user_id is not null and d.device_mode not in ('no', 'blocked', 'wait'))`;

export async function countSupervised(db: Kysely<Database>, ownerIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ company_id: number; devices: number }>`
    with recursive places as (
      select d.place_id as company_id, count(*)::int as devices
      from devices d join device_state s on s.device_id = d.device_id and s.last_seen is not null
      where d.user_id = any(${[...ownerIds]}::int4[]) and d.place_id is not null and ${SUPERVISED}
      group by d.place_id
    ), above (company_id, devices) as (
      select company_id, devices from places
      union all
      select c.parent_company_id, a.devices from above a join companies c on c.company_id = a.company_id
      where c.parent_company_id is not null
    )
    select company_id, sum(devices)::int as devices from above group by company_id`.execute(db);
  return new Map(rows.map(({ company_id, devices }) => [company_id, devices]));
}
