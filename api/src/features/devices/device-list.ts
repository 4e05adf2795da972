import type { DeviceListQuery, DEVICE_SORTS } from '@belfry/schemas/http/devices/lists';
import { escapeLike } from '../../db/like.ts';

/**
 * The filter of a list: that of the query, optionally for one owner, for the devices at or below one node, and for unbound
 * devices. With `hidesRoots` nodes of roots are not found, neither by their id nor by their name.
 */
export type DeviceFilter = Pick<DeviceListQuery, 'type' | 'status' | 'mode' | 'version' | 'seen' | 'q'> & {
  /** The device has all of them. */
  tags?: readonly string[];
  owner?: number;
  company_id?: number | undefined;
  unbound?: boolean;
  hidesRoots?: boolean;
};

/** A condition on `d` (devices) and `s` (device_state) with its parameters. */
export type Condition = {
  where: string;
  values: unknown[];
  needsState: boolean;
  /**
   * The same for filters that differ in values only: names the prepared statement. null: not prepared, because every
   * combination with the rarer filters would leave a statement on every connection.
   */
  shape: string | null;
};

/** Filters whose statements are not prepared. */
const RARE = new Set(['version', 'seen', 'never', 'tags', 'company']);

type Part = { name: string; value: unknown; needsState?: boolean; sql: (parameter: string) => string };

/** Translates a filter to SQL. Values are passed as parameters only. */
export function conditionOf(filter: DeviceFilter): Condition {
  const parts = partsOf(filter);
  const conditions = parts.map(({ sql }, index) => sql(`$${index + 1}`));
  const names = parts.map(({ name }) => name);
  if (filter.seen === 'never') {
    conditions.push('s.last_seen is null');
    names.push('never');
  }
  if (filter.unbound) {
    conditions.push('d.company_id is null');
    names.push('unbound');
  }
  return {
    where: conditions.join(' and ') || 'true',
    values: parts.map(({ value }) => value),
    needsState: filter.seen === 'never' || parts.some(({ needsState }) => needsState),
    shape: names.some((name) => RARE.has(name)) ? null : names.join('+') || 'any',
  };
}

function partsOf({
  owner,
  type,
  status,
  mode,
  version,
  seen,
  q,
  tags = [],
  company_id,
  hidesRoots = false,
}: DeviceFilter): Part[] {
  const visible = hidesRoots ? ` and ${NOT_OF_ROOT}` : '';
  const parts: Part[] = [];
  if (owner !== undefined) parts.push({ name: 'owner', value: owner, sql: (p) => `d.user_id = ${p}` });
  if (type !== 'all') parts.push({ name: 'type', value: type, sql: (p) => `d.device_type = ${p}` });
  if (mode !== 'all') parts.push({ name: 'mode', value: mode, sql: (p) => `d.device_mode = ${p}` });
  if (status !== 'all') parts.push({ name: 'status', value: status, needsState: true, sql: (p) => `s.status = ${p}` });
  if (version !== '')
    parts.push({ name: 'version', value: version, needsState: true, sql: (p) => `s.device_version = ${p}` });
  if (seen !== 'all' && seen !== 'never') {
    const age = SEEN_AGE[seen];
    parts.push({ name: 'seen', value: age, needsState: true, sql: (p) => `s.last_seen < now() - ${p}::interval` });
  }
  if (tags.length > 0) parts.push({ name: 'tags', value: tags, sql: (p) => `d.tags @> ${p}::text[]` });
  if (company_id !== undefined)
    parts.push({
      name: 'company',
      value: company_id,
      sql: (p) => `d.company_id in (${atOrBelow(p, visible)})`,
    });
  if (q !== '') {
    const sql = (p: string) => contains(p, visible);
    parts.push({ name: hidesRoots ? 'q:shown' : 'q', value: `%${escapeLike(q)}%`, needsState: true, sql });
  }
  return parts;
}

const SEEN_AGE = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' } as const;

const NOT_OF_ROOT = "not exists (select from users o where o.id = node.user_id and o.role = 'root')";

/** The ids of a node and of all nodes below it, which have its owner. */
const atOrBelow = (node: string, visible: string): string => `
  with recursive below as (
    select node.company_id from companies node where node.company_id = ${node}${visible}
    union
    select child.company_id from companies child join below on child.parent_company_id = below.company_id
  )
  select company_id from below`;

/** Whether company id, serial, email, name, note or host name contain the text; see DEV-20. */
const contains = (pattern: string, visible: string): string =>
  `(d.serial like ${pattern} or d.email ilike ${pattern} or d.company_id::text like ${pattern}
    or d.note ilike ${pattern} or s.hostname ilike ${pattern}
    or d.company_id in (select node.company_id from companies node where node.name ilike ${pattern}${visible}))`;

/** Every sort ends in a unique column, so that pages neither overlap nor leave gaps. */
export const DEVICE_ORDER: Record<(typeof DEVICE_SORTS)[number], { by: string; needsState: boolean }> = {
  serial: { by: 'd.serial', needsState: false },
  '-serial': { by: 'd.serial desc', needsState: false },
  created_at: { by: 'd.created_at, d.device_id', needsState: false },
  '-created_at': { by: 'd.created_at desc, d.device_id desc', needsState: false },
  last_seen: { by: 's.last_seen nulls first, d.device_id', needsState: true },
  '-last_seen': { by: 's.last_seen desc nulls last, d.device_id desc', needsState: true },
};
