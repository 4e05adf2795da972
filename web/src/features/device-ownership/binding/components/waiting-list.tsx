import { Combobox, Text } from '@mantine/core';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchList } from '../../../../ui/pickers/search-list.tsx';
import { StatusDot } from '../../../../ui/devices/status-dot.tsx';
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
  const { shown, more } = searchWaiting(devices, typed);
  const pick = (serial: string): void => {
    const device = devices.find((each) => each.serial === serial);
    if (device) onPick(device);
  };
  return (
    <SearchList
      title={t('picker.list')}
      placeholder={t('picker.search')}
      typed={typed}
      onType={setTyped}
      onPick={pick}
      onClose={onClose}
      optionsClass={classes.list}
      note={
        <Text component="output" size="sm" c="dimmed" mt="xs" display="block">
          {shown.length === 0 && t('picker.none_fit')}
          {more > 0 && t('picker.more', { count: more })}
        </Text>
      }
    >
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
    </SearchList>
  );
}
