import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../ui/filters/filter-bar.tsx';
import { FilterSelect } from '../../../ui/filters/filter-select.tsx';
import {
  BIND_CHOICES,
  MODE_CHOICES,
  STATUS_CHOICES,
  TYPE_CHOICES,
  type UserDeviceFilters as Filters,
} from '../user-device-filters.ts';
import classes from './user-device-filters.module.css';

type Props = {
  filters: Filters;
  resettable: boolean;
  onChange: (change: Partial<Filters>) => void;
  onKeep: (change: Partial<Filters>) => void;
  onReset: () => void;
};

/** Filters of the user's own devices by type, status, mode, binding and note; see DEV-33. */
export function UserDeviceFilters({ filters, resettable, onChange, onKeep, onReset }: Props) {
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
    >
      <FilterSelect
        label={t('filters.type')}
        choices={TYPE_CHOICES}
        value={filters.type}
        labelOf={(type) => (type === 'all' ? all : t(`ui:device.type.${type}`))}
        onChange={(type) => onChange({ type })}
      />
      <FilterSelect
        label={t('filters.status')}
        choices={STATUS_CHOICES}
        value={filters.status}
        labelOf={(status) => (status === 'all' ? all : t(`ui:device.status.${status}`))}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label={t('filters.mode')}
        choices={MODE_CHOICES}
        value={filters.mode}
        labelOf={(mode) => (mode === 'all' ? all : mode)}
        onChange={(mode) => onChange({ mode })}
      />
      <FilterSelect
        label={t('filters.bind')}
        choices={BIND_CHOICES}
        value={filters.bind}
        labelOf={(bind) => (bind === 'all' ? all : t(`bind.${bind}`))}
        onChange={(bind) => onChange({ bind })}
      />
    </FilterBar>
  );
}
