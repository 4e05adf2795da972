import { useTranslation } from 'react-i18next';
import { FilterBar, FilterSelect } from '../../../../ui/filters/filter-bar.tsx';
import type { ScheduleAddress } from '../../schedule-address.ts';
import { SORTS, STATE_FILTERS, TYPE_FILTERS, type ListFilters } from '../../schedule-list.ts';
import { useTypeText } from '../../use-type-text.ts';
import classes from './manage.module.css';

type Props = { filters: ListFilters; onChange: (change: ScheduleAddress) => void };

/** Search, type, state and order of the list; each is part of the address. */
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
