import { readLocal, writeLocal } from '../../../lib/storage/local-store.ts';
import { LOCAL_KEYS } from '../../../lib/storage/storage-keys.ts';
import { useStoredFilters, type FilterStore } from '../../../lib/storage/use-stored-filters.ts';
import { deviceAddress, filtersSchema, type DeviceFilters } from './device-filter-values.ts';

const store: FilterStore<DeviceFilters> = {
  read: () => readLocal(LOCAL_KEYS.deviceFilters, filtersSchema),
  write: (filters) => writeLocal(LOCAL_KEYS.deviceFilters, filters),
};

/** Filters and page of the fleet, in the address and stored for the next visit. */
export const useDeviceFilters = () => useStoredFilters(deviceAddress, store, 'q');
