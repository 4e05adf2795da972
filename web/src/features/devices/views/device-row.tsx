import { ActionIcon, Table } from '@mantine/core';
import { IconInfoCircle, IconPencil, IconSettings } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@belfry/schemas/http/devices';
import { CopyText } from '../../../ui/copy-text.tsx';
import type { CardActions } from '../components/device-card.tsx';
import { useDeviceValues } from '../device-columns.tsx';
import { SelectDevice } from '../selection/select-device.tsx';
import type { TableColumn } from './device-view.ts';
import classes from './device-table.module.css';

type Props = { device: Device; columns: readonly TableColumn[]; actions: CardActions; selected: boolean };

/** One device in the table, live. Memoised like a card: one message renders one row. */
export const DeviceRow = memo(function DeviceRow({ device, columns, actions, selected }: Props) {
  const { t } = useTranslation('devices');
  const { serial } = device;
  const { onSelect, onEdit, onSettings, onInfo } = actions;
  const values = useDeviceValues(device, columns);
  return (
    <Table.Tr data-selected={selected || undefined}>
      {onSelect && (
        <Table.Td>
          <SelectDevice serial={serial} checked={selected} onSelect={onSelect} />
        </Table.Td>
      )}
      <Table.Th scope="row" className={classes.serial}>
        <CopyText value={serial} className={undefined} />
      </Table.Th>
      {values.map(({ id, value }) => (
        <Table.Td key={id} className={classes.cell}>
          {value}
        </Table.Td>
      ))}
      <Table.Td className={classes.actions}>
        {onEdit && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('card.edit', { serial })}
            onClick={() => onEdit(device)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        )}
        {onSettings && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('card.settings', { serial })}
            onClick={() => onSettings(serial)}
          >
            <IconSettings size={16} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('card.info', { serial })}
          onClick={() => onInfo(serial)}
        >
          <IconInfoCircle size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
});
