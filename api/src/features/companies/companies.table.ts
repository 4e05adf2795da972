import type { CompanyType } from '@belfry/schemas/domain/companies';
import type { DeviceType } from '@belfry/schemas/domain/device';
import type { QuietHours } from '@belfry/schemas/http/devices/effective-settings';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

export type CompaniesTable = {
  company_id: Generated<number>;
  /** null: a main company. */
  parent_company_id: number | null;
  /** The main company above; null on itself. */
  main_company_id: number | null;
  /** The main company, also on itself: all nodes of a tree share it. */
  tree_id: GeneratedAlways<number>;
  /** 0 on main companies. */
  level: number;
  /** The owner: one and the same in a whole tree. */
  user_id: number;
  type: CompanyType;
  name: string;
  description: string | null;
  emblem: string | null;
  continent: string | null;
  country: string | null;
  city: string | null;
  street: string | null;
  house: string | null;
  zip: string | null;
  device_type: DeviceType | null;
  /** An IANA name; excludes time_zone_utc. Like the settings below it is null where the node inherits; see TREE-56. */
  time_zone: string | null;
  /** Minutes east of UTC. */
  time_zone_utc: number | null;
  default_language: string | null;
  default_voice: string | null;
  volume_max: number | null;
  quiet_hours: ColumnType<QuietHours[] | null, string | null | undefined, string | null | undefined>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};
/** The number of nodes of a user; maintained by triggers. */
export type CompanyCountsTable = { user_id: number; nodes: number };

export type CompanyRow = Selectable<CompaniesTable>;
