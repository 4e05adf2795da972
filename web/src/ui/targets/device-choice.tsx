import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TargetDevices } from '../../lib/targets/target-sources.ts';

type Props = {
  label: string;
  offered: TargetDevices;
  value: readonly string[];
  onChange: (serials: string[]) => void;
};

/** A choice of devices, searched on the server. */
export function DeviceChoice({ label, offered, value, onChange }: Props) {
  const { t } = useTranslation(['targets', 'common']);
  const [typed, setTyped] = useState('');
  const found = offered.found.map(({ serial, name }) => ({
    value: serial,
    label: name ? `${name} (${serial})` : serial,
  }));
  const chosen = value
    .filter((serial) => !found.some((each) => each.value === serial))
    .map((serial) => ({ value: serial, label: serial }));
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? t('device_hint') : ''}
      data={[...chosen, ...found]}
      value={[...value]}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        offered.onSearch(text);
      }}
      onDropdownOpen={() => offered.onOpened(true)}
      onDropdownClose={() => offered.onOpened(false)}
      // The server has filtered.
      filter={({ options }) => options}
      hidePickedOptions
      nothingFoundMessage={t(offered.searching ? 'common:loading' : 'no_devices')}
    />
  );
}
