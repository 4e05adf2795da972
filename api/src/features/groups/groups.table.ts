import type { Generated } from 'kysely';

export type DeviceGroupsTable = {
  id: Generated<number>;
  user_id: number;
  /** The name as it was typed; unique per owner, case-insensitive. */
  name: string;
  created_at: Generated<Date>;
};

export type DeviceGroupElementsTable = {
  group_id: number;
  /** A device node. */
  company_id: number;
  added_at: Generated<Date>;
};
