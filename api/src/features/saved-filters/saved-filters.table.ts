import type { SavedFilter } from '@belfry/schemas/http/devices/saved-filters';
import type { ColumnType, Generated } from 'kysely';

export type SavedDeviceFiltersTable = {
  id: Generated<number>;
  user_id: number;
  /** Unique for its owner without regard to case. */
  name: string;
  filters: ColumnType<SavedFilter['filters'], string, string>;
  created_at: Generated<Date>;
};
