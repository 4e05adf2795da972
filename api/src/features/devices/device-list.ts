import type { DeviceListQuery, DEVICE_SORTS } from '@belfry/schemas/http/devices/lists';
import { sql, type RawBuilder } from 'kysely';
import { eachOwnedBy, escapeLike, nodeOfDevice, ownedBy } from '../../db/conditions.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

/**
 * The filter of a list: that of the query, optionally of these owners only, for the devices at or below one node, and for unbound
 * devices. With `hidesRoots` nodes of roots are not found, neither by their id nor by their name.
 */
export type DeviceFilter = Pick<DeviceListQuery, 'type' | 'status' | 'mode' | 'version' | 'seen' | 'q'> & {
  tags?: readonly string[];
  owners?: VisibleOwners;
  orNobody?: boolean;
  company_id?: number | undefined;
  unbound?: boolean;
  hidesRoots?: boolean;
};

export type Condition = {
  where: RawBuilder<boolean>;
  needsState: boolean;
  /**
   * The same for filters that differ in values only: names the prepared statement. null: not prepared, because every
   * combination with the rarer filters would leave a statement on every connection.
   */
  shape: string | null;
};

const RARE = new Set(['version', 'seen', 'never', 'tags', 'company', 'or-nobody']);

type Part = { name: string; where: RawBuilder<boolean>; needsState?: boolean };

/** Translates a filter to SQL. @param inOrder for a page in the order of an index; see `eachOwnedBy` */
export function conditionOf(
  { owners, orNobody = false, ...filter }: DeviceFilter,
  { inOrder = false } = {},
): Condition {
  const parts = partsOf(filter);
  if (owners) {
    const owned = inOrder && !orNobody ? eachOwnedBy(owners) : ownedBy(owners, 'd.user_id', nodeOfDevice());
    const where = orNobody ? sql<boolean>`(${owned} or d.user_id is null)` : owned;
    parts.unshift({ name: orNobody ? 'or-nobody' : shapeOf(owners), where });
  }
  const names = parts.map(({ name }) => name);
  return {
    where:
      parts.length === 0
        ? sql`true`
        : sql`${sql.join(
            parts.map(({ where }) => where),
            sql` and `,
          )}`,
    needsState: parts.some(({ needsState }) => needsState === true),
    shape: names.some((name) => RARE.has(name)) ? null : names.join('+') || 'any',
  };
}

function partsOf({
  type,
  status,
  mode,
  version,
  seen,
  q,
  tags = [],
  company_id,
  unbound = false,
  hidesRoots = false,
}: Omit<DeviceFilter, 'owners'>): Part[] {
  const visible = hidesRoots ? NOT_OF_ROOT : sql``;
  const parts: Part[] = [];
  if (type !== 'all') parts.push({ name: 'type', where: sql`d.device_type = ${type}` });
  if (mode !== 'all') parts.push({ name: 'mode', where: sql`d.device_mode = ${mode}` });
  if (status !== 'all') parts.push({ name: 'status', needsState: true, where: sql`s.status = ${status}` });
  if (version !== '') parts.push({ name: 'version', needsState: true, where: sql`s.device_version = ${version}` });
  if (seen === 'never') parts.push({ name: 'never', needsState: true, where: sql`s.last_seen is null` });
  else if (seen !== 'all')
    parts.push({ name: 'seen', needsState: true, where: sql`s.last_seen < now() - ${SEEN_AGE[seen]}::interval` });
  if (tags.length > 0) parts.push({ name: 'tags', where: sql`d.tags @> ${tags}::text[]` });
  if (company_id !== undefined)
    parts.push({ name: 'company', where: sql`d.company_id in (${atOrBelow(company_id, visible)})` });
  if (q !== '')
    parts.push({
      name: hidesRoots ? 'q:shown' : 'q',
      needsState: true,
      where: contains(`%${escapeLike(q)}%`, visible),
    });
  if (unbound) parts.push({ name: 'unbound', where: sql`d.company_id is null` });
  return parts;
}

const shapeOf = (owners: VisibleOwners): string =>
  owners.kind === 'member' ? `member-${owners.right}${owners.of === undefined ? '' : '-of'}` : owners.kind;

const SEEN_AGE = { '1h': '1 hour', '24h': '24 hours', '7d': '7 days' } as const;

const NOT_OF_ROOT = sql` and not exists (select from users o where o.id = node.user_id and o.role = 'root')`;

const atOrBelow = (node: number, visible: RawBuilder<unknown>): RawBuilder<number> => sql`
  with recursive below as (
    select node.company_id from companies node where node.company_id = ${node}${visible}
    union
    select child.company_id from companies child join below on child.parent_company_id = below.company_id
  )
  select company_id from below`;

/** Searches company id, serial, email, name, note and host name; see DEV-20. */
const contains = (pattern: string, visible: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  (d.serial like ${pattern} or d.email ilike ${pattern} or d.company_id::text like ${pattern}
    or d.note ilike ${pattern} or s.hostname ilike ${pattern}
    or d.company_id in (select node.company_id from companies node where node.name ilike ${pattern}${visible}))`;

/** Every sort ends in a unique column, so that pages neither overlap nor leave gaps. */
export const DEVICE_ORDER: Record<
  (typeof DEVICE_SORTS)[number],
  { by: string; needsState: boolean; needsPlaces?: boolean }
> = {
  serial: { by: 'd.serial', needsState: false },
  '-serial': { by: 'd.serial desc', needsState: false },
  created_at: { by: 'd.created_at, d.device_id', needsState: false },
  '-created_at': { by: 'd.created_at desc, d.device_id desc', needsState: false },
  last_seen: { by: 's.last_seen nulls first, d.device_id', needsState: true },
  '-last_seen': { by: 's.last_seen desc nulls last, d.device_id desc', needsState: true },
  // The whole path costs four times as much: organisation, what is above the place, place and name are where paths differ.
  needs: {
    by: `case s.status when 'offline' then 0 when 'maintenance' then 1 else 2 end, ${['tree', 'above', 'place', 'c']
      .map((node) => `${node}.name collate natural_order`)
      .join(', ')}, d.serial`,
    needsState: true,
    needsPlaces: true,
  },
};
