import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { FleetSummary } from '@belfry/schemas/mqtt/messages';
import { baseApi } from '../../api/base-api.ts';
import { useGetFleetSummaryQuery } from '../../api/fleet-api.ts';
import type { DeviceFilters } from './device-filters.ts';

/** The counts on which the membership of a filtered list depends; they stand still while only figures move. */
export function countsBehind({ status, mode }: Pick<DeviceFilters, 'status' | 'mode'>, summary: FleetSummary): string {
  return [
    summary.total,
    status === 'all' ? '' : summary.by_status[status],
    mode === 'all' ? '' : summary.by_mode[mode],
  ].join();
}

/**
 * The server chooses who is on a page, and live messages only reach those who are. The summary of the fleet tells
 * when that choice has changed: then the list is fetched again.
 */
export function useFollowFleet(filters: Pick<DeviceFilters, 'status' | 'mode'>): void {
  const dispatch = useDispatch();
  const counts = useGetFleetSummaryQuery(undefined, {
    selectFromResult: ({ data }) => ({ now: data?.summary ? countsBehind(filters, data.summary) : null }),
  }).now;
  const view = `${filters.status} ${filters.mode}`;
  const last = useRef<{ view: string; counts: string | null }>({ view, counts: null });
  useEffect(() => {
    const before = last.current;
    last.current = { view, counts };
    // The first summary, and one seen through another filter, say nothing about a change.
    if (counts === null || before.counts === null || before.view !== view || before.counts === counts) return;
    dispatch(baseApi.util.invalidateTags(['DeviceList']));
  }, [counts, view, dispatch]);
}
