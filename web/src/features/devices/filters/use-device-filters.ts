import { useListAddress } from '../../../lib/list-address.ts';
import { LOCAL_KEYS } from '../../../lib/storage.ts';
import { deviceAddress } from './device-filter-values.ts';

const REMEMBERED = { typed: 'q', remember: LOCAL_KEYS.deviceFilters } as const;

/** Filters and page of the fleet, in the address and remembered for the next visit; see DEV-22. */
export const useDeviceFilters = () => useListAddress(deviceAddress, REMEMBERED);
