import { useTranslation } from 'react-i18next';
import type { DeviceMode, DeviceStatus, DeviceType } from '@belfry/schemas/domain/device';
import { FilterSelect } from './filter-select.tsx';

type All = 'all';
type Props<T extends DeviceType | All, S extends DeviceStatus | All, M extends DeviceMode | All> = {
  choices: { type: readonly T[]; status: readonly S[]; mode: readonly M[] };
  value: { type: T; status: S; mode: M };
  onChange: (change: { type: T } | { status: S } | { mode: M }) => void;
  /** The text of a mode; the mode itself where it is absent. */
  labelOfMode?: (mode: M) => string;
};

/** The filters by type, status and mode, which every list of devices has with its own choices. */
export function DeviceFilterSelects<
  T extends DeviceType | All,
  S extends DeviceStatus | All,
  M extends DeviceMode | All,
>({ choices, value, onChange, labelOfMode = String }: Props<T, S, M>) {
  const { t } = useTranslation('ui');
  const all = t('filters.all');
  const labelOfType = (type: DeviceType | All): string => (type === 'all' ? all : t(`device.type.${type}`));
  const labelOfStatus = (status: DeviceStatus | All): string => (status === 'all' ? all : t(`device.status.${status}`));
  return (
    <>
      <FilterSelect
        label={t('filters.type')}
        choices={choices.type}
        value={value.type}
        labelOf={labelOfType}
        onChange={(type) => onChange({ type })}
      />
      <FilterSelect
        label={t('filters.status')}
        choices={choices.status}
        value={value.status}
        labelOf={labelOfStatus}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label={t('filters.mode')}
        choices={choices.mode}
        value={value.mode}
        labelOf={(mode) => (mode === 'all' ? all : labelOfMode(mode))}
        onChange={(mode) => onChange({ mode })}
      />
    </>
  );
}
