import type { Generated } from 'kysely';

/** Written by triggers only; see the migration 0019. */
export type DeviceEventsTable = {
  id: Generated<number>;
  device_id: number;
  type: 'connection' | 'firmware' | 'configuration' | 'owner' | 'binding';
  at: Generated<Date>;
  details: Record<string, unknown>;
};
