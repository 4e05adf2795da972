import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../api/session/session-slice.ts';
import { useFindTargetDevicesQuery } from '../targets-api.ts';

const SETTLE_MS = 200;

type Props = { label: string; value: readonly string[]; onChange: (serials: string[]) => void };

/** A choice of devices, searched on the server. */
export function DeviceChoice({ label, value, onChange }: Props) {
  const { t } = useTranslation(['targets', 'common']);
  const role = useSelector(selectRole) ?? 'user';
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const [q] = useDebouncedValue(typed.trim(), SETTLE_MS);
  const { data = [], isFetching } = useFindTargetDevicesQuery({ q, role }, { skip: !opened });
  const found = data.map(({ serial, name }) => ({ value: serial, label: name ? `${name} (${serial})` : serial }));
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
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      // The server has filtered.
      filter={({ options }) => options}
      hidePickedOptions
      nothingFoundMessage={t(isFetching ? 'common:loading' : 'no_devices')}
    />
  );
}
