import { useTranslation } from 'react-i18next';
import { DeviceFilterSelects, FilterBar, FilterSelect } from '../../../../ui/filters/filter-bar.tsx';
import {
  countFilters,
  BIND_CHOICES,
  MODE_CHOICES,
  STATUS_CHOICES,
  TYPE_CHOICES,
  type UserDeviceFilters as Filters,
} from '../user-device-filters.ts';
import classes from './user-device-filters.module.css';

type Props = {
  filters: Filters;
  /** The tags of the user's devices. */
  tags: readonly string[];
  resettable: boolean;
  onChange: (change: Partial<Filters>) => void;
  onKeep: (change: Partial<Filters>) => void;
  onReset: () => void;
};

/** Filters of the user's own devices by type, status, mode, binding and note; see DEV-33. */
export function UserDeviceFilters({ filters, tags, resettable, onChange, onKeep, onReset }: Props) {
  const { t } = useTranslation(['user-devices', 'ui']);
  const all = t('ui:filters.all');
  return (
    <FilterBar
      className={classes.bar}
      search={{
        label: t('filters.note'),
        placeholder: t('filters.note_hint'),
        value: filters.note,
        onChange: (note) => onChange({ note }),
        onLeave: (note) => onKeep({ note }),
      }}
      reset={{ onReset, enabled: resettable }}
      active={countFilters(filters)}
    >
      <DeviceFilterSelects
        choices={{ type: TYPE_CHOICES, status: STATUS_CHOICES, mode: MODE_CHOICES }}
        value={filters}
        onChange={onChange}
      />
      <FilterSelect
        label={t('filters.bind')}
        choices={BIND_CHOICES}
        value={filters.bind}
        labelOf={(bind) => (bind === 'all' ? all : t(`bind.${bind}`))}
        onChange={(bind) => onChange({ bind })}
      />
      <FilterSelect
        label={t('filters.tag')}
        choices={[...new Set(['', ...tags, filters.tag])]}
        value={filters.tag}
        labelOf={(tag) => tag || all}
        onChange={(tag) => onChange({ tag })}
      />
    </FilterBar>
  );
}
