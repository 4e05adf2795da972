import { Button, NativeSelect } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import {
  BIND_CHOICES,
  MODE_CHOICES,
  STATUS_CHOICES,
  TYPE_CHOICES,
  type UserDeviceFilters,
} from '../user-device-filters.ts';
import classes from './device-filter-panel.module.css';

type Props = {
  filters: UserDeviceFilters;
  resettable: boolean;
  onChange: (change: Partial<UserDeviceFilters>) => void;
  onKeep: (change: Partial<UserDeviceFilters>) => void;
  onReset: () => void;
};

/** Type, status, mode, binding and note of one's own devices; see DEV-33. */
export function DeviceFilterPanel({ filters, resettable, onChange, onKeep, onReset }: Props) {
  const { t } = useTranslation('user-devices');
  const all = { value: 'all', label: t('filters.all') };
  const { t: words } = useTranslation('devices');
  return (
    <section className={classes.panel} aria-label={t('filters.label')}>
      <SearchField
        className={classes.note}
        label={t('filters.note')}
        placeholder={t('filters.note_hint')}
        value={filters.note}
        onChange={(note) => onChange({ note })}
        onLeave={(note) => onKeep({ note })}
      />
      <NativeSelect
        label={t('filters.type')}
        value={filters.type}
        data={TYPE_CHOICES.map((type) => (type === 'all' ? all : { value: type, label: words(`type.${type}`) }))}
        onChange={({ currentTarget: { value } }) => onChange({ type: value as UserDeviceFilters['type'] })}
      />
      <NativeSelect
        label={t('filters.status')}
        value={filters.status}
        data={STATUS_CHOICES.map((status) =>
          status === 'all' ? all : { value: status, label: words(`status.${status}`) },
        )}
        onChange={({ currentTarget: { value } }) => onChange({ status: value as UserDeviceFilters['status'] })}
      />
      <NativeSelect
        label={t('filters.mode')}
        value={filters.mode}
        data={MODE_CHOICES.map((mode) => (mode === 'all' ? all : mode))}
        onChange={({ currentTarget: { value } }) => onChange({ mode: value as UserDeviceFilters['mode'] })}
      />
      <NativeSelect
        label={t('filters.bind')}
        value={filters.bind}
        data={BIND_CHOICES.map((bind) => (bind === 'all' ? all : { value: bind, label: t(`bind.${bind}`) }))}
        onChange={({ currentTarget: { value } }) => onChange({ bind: value as UserDeviceFilters['bind'] })}
      />
      <Button
        className={classes.reset}
        variant="default"
        leftSection={<IconFilterOff size={16} aria-hidden />}
        onClick={onReset}
        disabled={!resettable}
      >
        {t('filters.reset')}
      </Button>
    </section>
  );
}
