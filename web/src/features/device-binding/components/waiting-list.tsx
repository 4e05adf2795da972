import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import type { Device } from '@belfry/schemas/http/devices';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../devices/components/status-dot.tsx';
import { searchWaiting } from '../waiting-search.ts';
import classes from './waiting-list.module.css';

type Props = {
  devices: readonly Device[];
  selected: string;
  onPick: (device: Device) => void;
  onClose: () => void;
};

/** Devices to choose one from, by click or by typing and Enter. */
export function WaitingList({ devices, selected, onPick, onClose }: Props) {
  const { t } = useTranslation('device-binding');
  const [typed, setTyped] = useState('');
  const listId = useId();
  // Escape would close the list alone, and the list is all there is.
  const combobox = useCombobox({ onDropdownClose: onClose });
  const search = useRef<HTMLInputElement>(null);
  // Where the list took longer than the dialog, it could not give the focus to the field that is marked for it.
  useEffect(() => search.current?.focus(), []);
  const { shown, more } = searchWaiting(devices, typed);
  useEffect(() => {
    combobox.openDropdown();
    if (typed === '') combobox.selectActiveOption();
    else combobox.selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-deps -- the store is new with every render, its functions are not
  }, [typed]);
  const pick = (serial: string): void => {
    const device = devices.find((each) => each.serial === serial);
    if (device) onPick(device);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={search}
          data-autofocus
          aria-label={t('picker.search')}
          placeholder={t('picker.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          mb="sm"
        />
      </Combobox.EventsTarget>
      <Combobox.Options id={listId} className={classes.list ?? ''} aria-label={t('picker.list')}>
        {shown.map((device) => (
          <Combobox.Option
            key={device.serial}
            value={device.serial}
            active={device.serial === selected}
            className={classes.device}
          >
            <span className="tabular">{device.serial}</span>
            <span className={classes.status}>
              <StatusDot status={device.status} />
            </span>
            {device.note !== null && <span className={classes.note}>{device.note}</span>}
          </Combobox.Option>
        ))}
      </Combobox.Options>
      <Text component="output" size="sm" c="dimmed" mt="xs" display="block">
        {shown.length === 0 && t('picker.none_fit')}
        {more > 0 && t('picker.more', { count: more })}
      </Text>
    </Combobox>
  );
}
