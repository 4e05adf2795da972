import { useTranslation } from 'react-i18next';
import { FilterSelect } from '../../../ui/filters/filter-select.tsx';
import { useGetDeviceVersionsQuery } from '../devices-api.ts';

type Props = { value: string; onChange: (version: string) => void };

/** The versions that devices have reported; the chosen one stays, even where no device has it any more. */
export function VersionFilter({ value, onChange }: Props) {
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
