import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { FleetSummary } from '@belfry/schemas/mqtt/messages';
import { baseApi } from '../../api/base-api.ts';
import { useGetFleetSummaryQuery } from '../../api/fleet-api.ts';
import type { DeviceFilters } from './device-filters.ts';

/** The filters by what a device reports or connections change. */
type StateFilters = Pick<DeviceFilters, 'status' | 'mode'> & Partial<Pick<DeviceFilters, 'version' | 'seen'>>;

/**
 * Changes whenever devices may have joined or left the filtered list. Every new summary counts for a list that is filtered
 * by status, mode, version or last seen: with equal counts, one device may have replaced another.
 */
export function membershipKey(
  { status, mode, version = '', seen = 'all' }: StateFilters,
  summary: FleetSummary,
): string {
  const anyState = status === 'all' && mode === 'all' && version === '' && seen === 'all';
  return anyState ? String(summary.total) : summary.at;
}

/**
 * The server selects the devices of a page, and live messages only update these. The summary of the fleet shows
 * when the selection may have changed; the list is refetched then.
 */
export function useFollowFleet(filters: StateFilters): void {
  const dispatch = useDispatch();
  const { key } = useGetFleetSummaryQuery(undefined, {
    selectFromResult: ({ data }) => ({ key: data?.summary ? membershipKey(filters, data.summary) : null }),
  });
  const view = `${filters.status} ${filters.mode} ${filters.version} ${filters.seen}`;
  const last = useRef<{ view: string; key: string | null }>({ view, key: null });
  useEffect(() => {
    const before = last.current;
    last.current = { view, key };
    // The first summary, and one under another filter, are no change.
    if (key === null || before.key === null || before.view !== view || before.key === key) return;
    dispatch(baseApi.util.invalidateTags(['DeviceList']));
  }, [key, view, dispatch]);
}
