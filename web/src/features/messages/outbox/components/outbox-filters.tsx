import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../../ui/filters/filter-bar.tsx';
import { FilterSelect } from '../../../../ui/filters/filter-select.tsx';
import { CHANNEL_CHOICES, STATE_CHOICES, type OutboxFilters as Filters } from '../outbox-address.ts';
import classes from './outbox-filters.module.css';

type Props = { filters: Filters; onChange: (change: Partial<Filters>) => void };

/** Recipient or subject, channel, and delivery state. */
export function OutboxFilters({ filters, onChange }: Props) {
  const { t } = useTranslation('outbox');
  return (
    <FilterBar
      className={classes.bar}
      label={t('filters.label')}
      search={{
        label: t('filters.search'),
        placeholder: t('filters.search_hint'),
        value: filters.q,
        onChange: (q) => onChange({ q }),
      }}
    >
      <FilterSelect
        label={t('filters.channel')}
        choices={CHANNEL_CHOICES}
        value={filters.channel}
        labelOf={(channel) => t(`channel.${channel}`)}
        onChange={(channel) => onChange({ channel })}
      />
      <FilterSelect
        label={t('filters.state')}
        choices={STATE_CHOICES}
        value={filters.state}
        labelOf={(state) => t(`state.${state}`)}
        onChange={(state) => onChange({ state })}
      />
    </FilterBar>
  );
}
