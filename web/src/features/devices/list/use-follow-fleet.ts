import { useEffect, useEffectEvent, useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { FleetSummary } from '@belfry/schemas/mqtt/console-messages';
import { useGetFleetSummaryQuery } from '../../device-state/fleet/fleet-api.ts';
import { refetchNow, type ApiDispatch } from '../../../lib/api/refetch-now.ts';
import type { DeviceFilters } from './device-filter-values.ts';
import { useGetDevicePageQuery, type DevicePageQuery } from '../devices-api.ts';

type StateFilters = Pick<DeviceFilters, 'status' | 'mode'> & Partial<Pick<DeviceFilters, 'version' | 'seen'>>;

/** True where messages of devices decide which devices are in the list. */
const isFilteredByState = ({ status, mode, version = '', seen = 'all' }: StateFilters): boolean =>
  status !== 'all' || mode !== 'all' || version !== '' || seen !== 'all';

/**
 * Changes whenever devices may have joined or left the filtered list. Every new summary counts for a list that is filtered
 * by status, mode, version or last seen: with equal counts, one device may have replaced another.
 */
export const membershipKey = (filters: StateFilters, summary: FleetSummary): string =>
  isFilteredByState(filters) ? summary.at : String(summary.total);

type Seen = { view: string; key: string | null };

/**
 * Whether the list may be outdated. The first summary comes after the list was read, so devices may have come or gone in
 * between; without a filter only the number of devices counts, which the list shows itself.
 */
export function isOutdated(before: Seen, now: Seen, filters: StateFilters): boolean {
  if (now.key === null || now.view !== before.view || now.key === before.key) return false;
  return before.key !== null || isFilteredByState(filters);
}

/**
 * The server selects the devices of a page, and live messages only update these. The summary of the fleet shows
 * when the selection may have changed; the list is refetched then.
 */
export function useFollowFleet(query: DevicePageQuery): void {
  const dispatch = useDispatch<ApiDispatch>();
  const { isLoaded } = useGetDevicePageQuery(query, {
    selectFromResult: ({ currentData }) => ({ isLoaded: currentData !== undefined }),
  });
  const { key } = useGetFleetSummaryQuery(undefined, {
    selectFromResult: ({ data }) => ({ key: data?.summary ? membershipKey(query, data.summary) : null }),
  });
  const view = `${query.status} ${query.mode} ${query.version} ${query.seen}`;
  const last = useRef<Seen>({ view, key: null });
  const follow = useEffectEvent((now: Seen) => {
    const outdated = isOutdated(last.current, now, query);
    last.current = now;
    if (outdated) dispatch(refetchNow(['DeviceList']));
  });
  useEffect(() => {
    // What is still being read for the first time is compared when it has arrived.
    if (isLoaded) follow({ view, key });
  }, [isLoaded, key, view]);
}
