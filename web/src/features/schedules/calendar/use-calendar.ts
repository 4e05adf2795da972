import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { ownerParameter } from '../../../lib/api/call.ts';
import { addDays, dateOf, isLocalDate, wallTime } from '../../../lib/local-time.ts';
import { useNow } from '../../../lib/timers.ts';
import {
  useGetMaintenanceCalendarQuery,
  useGetMaintenanceWindowsQuery,
} from '../../alarms/maintenance/maintenance-api.ts';
import { useScheduleAddress, useScheduleOwner, useSchedulePlace } from '../../places/index.ts';
import { useGetCalendarQuery, useGetSchedulesQuery } from '../schedules-api.ts';
import { useViewZone } from './entries.ts';
import { itemsOf } from './items.ts';

export const VIEWS = ['day', 'week', 'list'] as const;
export type CalendarView = (typeof VIEWS)[number];
const DAYS: Record<CalendarView, number> = { day: 1, week: 7, list: 7 };
const MINUTE_MS = 60_000;
/** Drawers in which plans are made, one after the other. */
const COVERING = /^(year|music|timetable)/;

/** What the address names of the calendar, and everything in its days; today and the next six by default. */
export function useCalendar() {
  const { address } = useScheduleAddress();
  const owner = useScheduleOwner();
  const { node } = useSchedulePlace();
  const now = useNow(MINUTE_MS);
  const schedules = useGetSchedulesQuery(owner);
  const zone = useViewZone(schedules.data ?? []);
  const here = wallTime(now, zone.name);
  const today = dateOf(here);
  const named = address.get('date') ?? '';
  const date = isLocalDate(named) ? named : today;
  const view = VIEWS.find((each) => each === address.get('view')) ?? 'week';
  const from = date;
  const to = addDays(date, DAYS[view]);
  // The days of places elsewhere begin and end at other times.
  const asked = zone.converts ? { from: addDays(from, -1), to: addDays(to, 1) } : { from, to };
  // Each change of a year or of music would ask for the calendar below it, which has a rate; see SCHED-14.
  const isCovered = COVERING.test(address.get('open') ?? '');
  const query = useGetCalendarQuery(
    view === 'list' || isCovered
      ? skipToken
      : { ...asked, ...(node !== null && { company_id: node }), ...ownerParameter(owner) },
  );
  const spans = useWork(node, asked);
  // Another range shows nothing of the one before.
  const occurrences = isCovered ? query.data : query.currentData;
  const { name, converts } = zone;
  const items = useMemo(
    () => (occurrences && schedules.data ? itemsOf({ occurrences, spans }, zone, { from, to }) : undefined),
    // The zone is made anew with each drawing.
    // oxlint-disable-next-line react/exhaustive-deps
    [occurrences, schedules.data, spans, name, converts, from, to],
  );
  return { view, date, today, here, from, to, node, zone, query, items, occurrences, spans };
}
export type Calendar = ReturnType<typeof useCalendar>;

const NO_SPANS: never[] = [];

/** Work on the system in these days: of one place its windows, of all also rollouts and what is being done. */
function useWork(node: number | null, { from, to }: { from: string; to: string }) {
  const instantOf = (date: string, days: number): string => `${addDays(date, days)}T00:00:00.000Z`;
  // The days of any zone are in them.
  const { data: spans = NO_SPANS } = useGetMaintenanceCalendarQuery({
    from: instantOf(from, -1),
    to: instantOf(to, 1),
  });
  const { data: windows } = useGetMaintenanceWindowsQuery(node, { skip: node === null });
  return useMemo(() => {
    if (node === null) return spans;
    const ids = new Set(windows?.map(({ window_id }) => window_id));
    return spans.filter(({ window_id }) => window_id !== null && ids.has(window_id));
  }, [node, spans, windows]);
}
