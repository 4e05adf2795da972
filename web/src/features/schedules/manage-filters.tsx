import { useTranslation } from '../../lib/translation.ts';
import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { FilterBar, FilterSelect } from '../../ui/filters/filter-bar.tsx';
import type { ScheduleAddress } from '../places/index.ts';
import { useTypeText, SCHEDULE_TYPES, type ScheduleType } from './schedule-values.ts';
import classes from './schedules.module.css';

type Props = { filters: ListFilters; onChange: (change: ScheduleAddress) => void };
export function ManageFilters({ filters, onChange }: Props) {
  const { t } = useTranslation('schedule');
  const typeText = useTypeText();
  const { q, type, state, sort } = filters;
  const active = Number(type !== 'all') + Number(state !== 'all');
  return (
    <FilterBar
      className={classes.filters}
      search={{
        label: t('manage.search'),
        placeholder: t('manage.search_hint'),
        value: q,
        onChange: (text) => onChange({ q: text }),
      }}
      active={active}
      reset={{ onReset: () => onChange({ q: null, type: null, state: null }), enabled: active > 0 || q !== '' }}
    >
      <FilterSelect
        label={t('manage.type')}
        choices={TYPE_FILTERS}
        value={type}
        labelOf={(each) => (each === 'all' ? t('manage.all') : typeText(each))}
        onChange={(each) => onChange({ type: each === 'all' ? null : each })}
      />
      <FilterSelect
        label={t('manage.state')}
        choices={STATE_FILTERS}
        value={state}
        labelOf={(each) => t(`manage.${each}`)}
        onChange={(each) => onChange({ state: each === 'all' ? null : each })}
      />
      <FilterSelect
        label={t('manage.sort')}
        choices={SORTS}
        value={sort}
        labelOf={(each) => t(`manage.columns.${each}`)}
        onChange={(each) => onChange({ sort: each === 'name' ? null : each })}
      />
    </FilterBar>
  );
}

const STATES = ['all', 'enabled', 'disabled'] as const;
const TYPE_FILTERS = ['all', ...SCHEDULE_TYPES] as const;
const STATE_FILTERS = STATES;
const SORTS = ['name', 'next', 'type', 'places'] as const;
export type Sort = (typeof SORTS)[number];
type ListFilters = { q: string; type: ScheduleType | 'all'; state: (typeof STATES)[number]; sort: Sort };

export const filtersOf = (address: URLSearchParams): ListFilters => ({
  q: address.get('q') ?? '',
  type: TYPE_FILTERS.find((each) => each === address.get('type')) ?? 'all',
  state: STATES.find((each) => each === address.get('state')) ?? 'all',
  sort: SORTS.find((each) => each === address.get('sort')) ?? 'name',
});

export function shownOf(schedules: readonly Schedule[], { q, type, state, sort }: ListFilters): Schedule[] {
  const search = q.trim().toLocaleLowerCase();
  return schedules
    .filter(
      (each) =>
        each.name.toLocaleLowerCase().includes(search) &&
        (type === 'all' || each.action.type === type) &&
        (state === 'all' || each.enabled === (state === 'enabled')),
    )
    .toSorted((a, b) => ORDERS[sort](a, b) || ORDERS.name(a, b));
}

const names = new Intl.Collator('und', { numeric: true });

/** Schedules without a next run are last. */
const ORDERS: Record<Sort, (a: Schedule, b: Schedule) => number> = {
  name: (a, b) => names.compare(a.name, b.name),
  type: (a, b) => SCHEDULE_TYPES.indexOf(a.action.type) - SCHEDULE_TYPES.indexOf(b.action.type),
  next: (a, b) => (a.next_at ?? '~').localeCompare(b.next_at ?? '~', 'en'),
  places: (a, b) => b.devices - a.devices,
};
