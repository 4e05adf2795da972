import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { SCHEDULE_TYPES, type ScheduleType } from './schedule-values.ts';

const STATES = ['all', 'enabled', 'disabled'] as const;
export const TYPE_FILTERS = ['all', ...SCHEDULE_TYPES] as const;
export const STATE_FILTERS = STATES;
export const SORTS = ['name', 'next', 'type', 'places'] as const;
export type Sort = (typeof SORTS)[number];
export type ListFilters = { q: string; type: ScheduleType | 'all'; state: (typeof STATES)[number]; sort: Sort };

/** The filters in an address; the default for anything else. */
export const filtersOf = (address: URLSearchParams): ListFilters => ({
  q: address.get('q') ?? '',
  type: TYPE_FILTERS.find((each) => each === address.get('type')) ?? 'all',
  state: STATES.find((each) => each === address.get('state')) ?? 'all',
  sort: SORTS.find((each) => each === address.get('sort')) ?? 'name',
});

/** The schedules that match, in the order of the list. */
export function shownOf(schedules: readonly Schedule[], { q, type, state, sort }: ListFilters): Schedule[] {
  const wanted = q.trim().toLocaleLowerCase();
  return schedules
    .filter(
      (each) =>
        each.name.toLocaleLowerCase().includes(wanted) &&
        (type === 'all' || each.action.type === type) &&
        (state === 'all' || each.enabled === (state === 'enabled')),
    )
    .toSorted((a, b) => ORDERS[sort](a, b) || ORDERS.name(a, b));
}

const names = new Intl.Collator('und', { numeric: true });
/** Those without a next run are last. */
const ORDERS: Record<Sort, (a: Schedule, b: Schedule) => number> = {
  name: (a, b) => names.compare(a.name, b.name),
  type: (a, b) => SCHEDULE_TYPES.indexOf(a.action.type) - SCHEDULE_TYPES.indexOf(b.action.type),
  next: (a, b) => (a.next_at ?? '~').localeCompare(b.next_at ?? '~', 'en'),
  places: (a, b) => b.devices - a.devices,
};

const UPCOMING_MS = 7 * 86_400_000;

/** How many are enabled, run within seven days, and exist. */
export const countSchedules = (schedules: readonly Schedule[], now: number) => ({
  active: schedules.filter(({ enabled }) => enabled).length,
  upcoming: schedules.filter(
    ({ enabled, next_at }) => enabled && next_at !== null && new Date(next_at).getTime() - now < UPCOMING_MS,
  ).length,
  total: schedules.length,
});
