import type { DeviceListQuery, DEVICE_SORTS } from '@belfry/schemas/http/devices';
import { escapeLike } from '../../db/like.ts';

/** The filter of a list: that of the query, optionally for one owner, and optionally for unbound devices. */
export type DeviceFilter = Pick<DeviceListQuery, 'type' | 'status' | 'mode' | 'q'> & {
  owner?: number;
  unbound?: boolean;
};

/** A condition on `d` (devices) and `s` (device_state) with its parameters. */
export type Condition = {
  where: string;
  values: unknown[];
  needsState: boolean;
  /** The same for filters that differ in values only: names the prepared statement. */
  shape: string;
};

/** Translates a filter to SQL. Values are passed as parameters only. */
export function conditionOf({ owner, unbound = false, type, status, mode, q }: DeviceFilter): Condition {
  const parts: { name: string; value: unknown; sql: (parameter: string) => string }[] = [];
  if (owner !== undefined) parts.push({ name: 'owner', value: owner, sql: (p) => `d.user_id = ${p}` });
  if (type !== 'all') parts.push({ name: 'type', value: type, sql: (p) => `d.device_type = ${p}` });
  if (mode !== 'all') parts.push({ name: 'mode', value: mode, sql: (p) => `d.device_mode = ${p}` });
  if (status !== 'all') parts.push({ name: 'status', value: status, sql: (p) => `s.status = ${p}` });
  if (q !== '') parts.push({ name: 'q', value: `%${escapeLike(q)}%`, sql: contains });
  const conditions = parts.map(({ sql }, index) => sql(`$${index + 1}`));
  const names = parts.map(({ name }) => name);
  if (unbound) {
    conditions.push('d.company_id is null');
    names.push('unbound');
  }
  return {
    where: conditions.join(' and ') || 'true',
    values: parts.map(({ value }) => value),
    needsState: status !== 'all',
    shape: names.join('+') || 'any',
  };
}

/** Whether company id, serial or email contain the text; see DEV-20. */
const contains = (pattern: string): string =>
  `(d.serial like ${pattern} or d.email ilike ${pattern} or d.company_id::text like ${pattern})`;

/** Every sort ends in a unique column, so that pages neither overlap nor leave gaps. */
export const DEVICE_ORDER: Record<(typeof DEVICE_SORTS)[number], { by: string; needsState: boolean }> = {
  serial: { by: 'd.serial', needsState: false },
  '-serial': { by: 'd.serial desc', needsState: false },
  created_at: { by: 'd.created_at, d.device_id', needsState: false },
  '-created_at': { by: 'd.created_at desc, d.device_id desc', needsState: false },
  last_seen: { by: 's.last_seen nulls first, d.device_id', needsState: true },
  '-last_seen': { by: 's.last_seen desc nulls last, d.device_id desc', needsState: true },
};
