import { Table } from '@mantine/core';
import { memo } from 'react';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { CopyText } from '../../../ui/copy-text.tsx';
import { DeviceActions, type CardActions } from '../components/device-actions.tsx';
import { useDeviceValues } from '../device-columns.tsx';
import { SelectDevice } from '../selection/select-device.tsx';
import type { TableColumn } from './device-view.ts';
import classes from './device-table.module.css';

type Props = { device: Device; columns: readonly TableColumn[]; actions: CardActions; selected: boolean };

/** One device in the table, live. Memoised like a card: one message renders one row. */
export const DeviceRow = memo(function DeviceRow({ device, columns, actions, selected }: Props) {
  const { serial } = device;
  const { onSelect } = actions;
  const values = useDeviceValues(device, columns);
  return (
    <Table.Tr data-selected={selected || undefined}>
      {onSelect && (
        <Table.Td>
          <SelectDevice serial={serial} checked={selected} onSelect={onSelect} />
        </Table.Td>
      )}
      <Table.Th scope="row" className={classes.serial}>
        {device.name !== null && (
          <span className={classes.name} title={device.name}>
            {device.name}
          </span>
        )}
        <CopyText value={serial} className={classes.copy ?? ''} />
      </Table.Th>
      {values.map(({ id, value }) => (
        <Table.Td key={id} className={classes.cell}>
          {value}
        </Table.Td>
      ))}
      <Table.Td className={classes.actions}>
        <DeviceActions device={device} actions={actions} />
      </Table.Td>
    </Table.Tr>
  );
});
