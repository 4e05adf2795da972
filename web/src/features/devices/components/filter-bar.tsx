import { Button, NativeSelect } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZES } from '@belfry/schemas/domain/limits';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { MODE_CHOICES, STATUS_CHOICES, TYPE_CHOICES, type DeviceFilters } from '../device-filters.ts';
import classes from './filter-bar.module.css';

type Props = {
  filters: DeviceFilters;
  onChange: (change: Partial<DeviceFilters>) => void;
  onKeep: (change: Partial<DeviceFilters>) => void;
  onReset: () => void;
  resettable: boolean;
};

/** The choice with this value, since a select element only speaks strings. */
const chosen = <T extends string | number>(choices: readonly T[], value: string): T =>
  choices.find((choice) => String(choice) === value) ?? (choices[0] as T);

/** Type, status, mode, search and cards per page; see DEV-20 and DEV-21. */
export function FilterBar({ filters, onChange, onKeep, onReset, resettable }: Props) {
  const { t } = useTranslation('devices');
  const all = { value: 'all', label: t('filters.all') };
  return (
    <section className={classes.bar} aria-label={t('filters.label')}>
      <SearchField
        className={classes.search}
        label={t('filters.search')}
        placeholder={t('filters.searchHint')}
        value={filters.q}
        onChange={(q) => onChange({ q })}
        onLeave={(q) => onKeep({ q })}
      />
      <NativeSelect
        label={t('filters.type')}
        value={filters.type}
        onChange={({ currentTarget }) => onChange({ type: chosen(TYPE_CHOICES, currentTarget.value) })}
        data={[all, { value: 'audio', label: t('type.audio') }]}
      />
      <NativeSelect
        label={t('filters.status')}
        value={filters.status}
        onChange={({ currentTarget }) => onChange({ status: chosen(STATUS_CHOICES, currentTarget.value) })}
        data={[all, { value: 'online', label: t('status.online') }, { value: 'offline', label: t('status.offline') }]}
      />
      <NativeSelect
        label={t('filters.mode')}
        value={filters.mode}
        onChange={({ currentTarget }) => onChange({ mode: chosen(MODE_CHOICES, currentTarget.value) })}
        data={MODE_CHOICES.map((mode) =>
          mode === 'all' ? all : { value: mode, label: mode === 'no' ? t('filters.no') : mode },
        )}
      />
      <NativeSelect
        label={t('filters.pageSize')}
        value={filters.page_size}
        onChange={({ currentTarget }) => onChange({ page_size: chosen(PAGE_SIZES, currentTarget.value) })}
        data={PAGE_SIZES.map(String)}
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
