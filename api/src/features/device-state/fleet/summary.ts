import { DEVICE_MODES, DEVICE_STATUSES } from '@belfry/schemas/domain/device';
import type { FleetSummary } from '@belfry/schemas/mqtt/console-messages';
import type { FleetCount } from './fleet.sql.ts';

/** The counts by status and by mode, with 0 where there is no device. */
export function summarize(counts: readonly FleetCount[]): Omit<FleetSummary, 'at'> {
  const sum = (matches: (row: FleetCount) => boolean): number =>
    counts.reduce((total, row) => total + (matches(row) ? row.count : 0), 0);
  const by = <Key extends string>(keys: readonly Key[], keyOf: (row: FleetCount) => Key): Record<Key, number> =>
    Object.fromEntries(keys.map((key) => [key, sum((row) => keyOf(row) === key)])) as Record<Key, number>;
  return {
    total: sum(() => true),
    by_status: by(DEVICE_STATUSES, ({ status }) => status),
    by_mode: by(DEVICE_MODES, ({ mode }) => mode),
  };
}
