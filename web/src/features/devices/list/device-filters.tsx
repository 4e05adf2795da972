import { useTranslation } from '../../../lib/translation.ts';
import { FILTER_TAGS_MAX, splitTags } from '@belfry/schemas/domain/tags';
import { changedChoice } from '../../../lib/address.ts';
import type { FilterChange } from '../../../lib/list-address.ts';
import { PAGE_SIZES } from '@belfry/schemas/domain/limits';
import { DeviceFilterSelects, FilterBar, FilterSelect } from '../../../ui/filters/filter-bar.tsx';
import {
  countFilters,
  MODE_CHOICES,
  SEEN_CHOICES,
  STATUS_CHOICES,
  TYPE_CHOICES,
  type DeviceFilters as Filters,
} from './device-filter-values.ts';
import { CompanyPicker, TagsFilter } from '../form/device-pickers.tsx';
import { SavedFilters } from './saved-filters.tsx';
import classes from './device-filters.module.css';
import { useGetDeviceVersionsQuery } from '../devices-api.ts';

type Props = {
  filters: Filters;
  onChange: (change: FilterChange<Filters>) => void;
  onKeep: (change: Partial<Filters>) => void;
  onReset: () => void;
  resettable: boolean;
};

/** Type, status, mode, version, last seen, company, search and cards per page; see DEV-20 and DEV-21. */
export function DeviceFilters({ filters, onChange, onKeep, onReset, resettable }: Props) {
  const { t } = useTranslation(['devices', 'ui']);
  const all = t('ui:filters.all');
  return (
    <FilterBar
      className={classes.bar}
      search={{
        label: t('filters.search'),
        placeholder: t('filters.searchHint'),
        value: filters.q,
        onChange: (q) => onChange({ q }),
        onLeave: (q) => onKeep({ q }),
      }}
      reset={{ onReset, enabled: resettable }}
      active={countFilters(filters)}
    >
      <DeviceFilterSelects
        choices={{ type: TYPE_CHOICES, status: STATUS_CHOICES, mode: MODE_CHOICES }}
        value={filters}
        labelOfMode={(mode) => (mode === 'no' ? t('filters.no') : mode)}
        onChange={onChange}
      />
      <VersionFilter value={filters.version} onChange={(version) => onChange({ version })} />
      <FilterSelect
        label={t('filters.seen')}
        choices={SEEN_CHOICES}
        value={filters.seen}
        labelOf={(seen) => (seen === 'all' ? all : t(`filters.seenChoice.${seen}`))}
        onChange={(seen) => onChange({ seen })}
      />
      <FilterSelect
        label={t('filters.pageSize')}
        choices={PAGE_SIZES}
        value={filters.page_size}
        labelOf={String}
        onChange={(page_size) => onChange({ page_size })}
      />
      <TagsFilter
        className={classes.wide ?? ''}
        value={filters.tags}
        onChange={(choices) => onChange(({ tags }) => ({ tags: withTags(tags, filters.tags, choices) }))}
      />
      <CompanyPicker
        className={classes.wide ?? ''}
        label={t('filters.company')}
        placeholder={all}
        value={filters.company_id}
        onChange={(company_id) => onChange({ company_id })}
      />
      <SavedFilters className={classes.wide ?? ''} filters={filters} onApply={onChange} />
    </FilterBar>
  );
}

type VersionFilterProps = { value: string; onChange: (version: string) => void };
/** The versions that devices have reported; the chosen one stays, even where no device has it any more. */
function VersionFilter({ value, onChange }: VersionFilterProps) {
  const { t } = useTranslation(['devices', 'ui']);
  const { data = [] } = useGetDeviceVersionsQuery();
  const versions = data.map(({ device_version }) => device_version);
  return (
    <FilterSelect
      label={t('filters.version')}
      choices={[...new Set(['', ...versions, value])]}
      value={value}
      labelOf={(version) => version || t('ui:filters.all')}
      onChange={onChange}
    />
  );
}

const withTags = (now: string, rendered: string, choices: readonly string[]): string =>
  changedChoice(splitTags(now), splitTags(rendered), choices).slice(0, FILTER_TAGS_MAX).join(',');
