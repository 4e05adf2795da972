import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { readLocal, writeLocal } from '../../lib/local-store.ts';
import { LOCAL_KEYS } from '../../lib/storage-keys.ts';
import {
  DEFAULT_FILTERS,
  addressOf,
  filtersOfAddress,
  filtersSchema,
  pageOfAddress,
  type DeviceFilters,
} from './device-filters.ts';

/**
 * Filters and page of the fleet. The address is the truth; local storage mirrors it and is asked once, when the page
 * opens with a silent address (specification 002 §4), so that Back is never undone by it.
 */
export function useDeviceFilters() {
  const [address, setAddress] = useSearchParams();
  const { key } = useLocation();
  const [opening] = useState(() => ({ key, saved: readLocal(LOCAL_KEYS.deviceFilters, filtersSchema) }));
  const named = filtersOfAddress(address);
  const restored = named === null && key === opening.key ? opening.saved : undefined;
  const filters = named ?? restored ?? DEFAULT_FILTERS;
  const page = pageOfAddress(address);
  const saved = JSON.stringify(filters);

  useEffect(() => {
    if (restored) setAddress((now) => addressOf(now, restored, pageOfAddress(now)), { replace: true });
  }, [restored, setAddress]);

  useEffect(() => writeLocal(LOCAL_KEYS.deviceFilters, JSON.parse(saved)), [saved]);

  const go = (next: DeviceFilters, to: number, replace = false): void =>
    setAddress((now) => addressOf(now, next, to), { replace, preventScrollReset: true });

  return {
    filters,
    page,
    /** Any change of a filter leads to the first page. Typing replaces the address, choosing adds to the history. */
    change: (change: Partial<DeviceFilters>) => go({ ...filters, ...change }, 1, 'q' in change),
    goTo: (to: number, { replace = false } = {}) => go(filters, to, replace),
    reset: () => go(DEFAULT_FILTERS, 1),
  };
}
