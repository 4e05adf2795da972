import { useEffect, useMemo } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import type { ListAddress } from '../../../lib/list-address.ts';
import { ListFrame, type ListFrameProps } from '../../../ui/lists/list-frame.tsx';
import { usePage } from '../../../ui/lists/list-state.ts';
import { toast } from '../../../ui/toast.ts';
import { devicesApi, useDeleteDeviceMutation } from '../devices-api.ts';
import { isFiltered, type DeviceFilters, type DeviceSort } from './device-filter-values.ts';
import type { DeviceSelection } from '../bulk/device-selection.ts';
import type { DeviceDialogState } from '../device-dialogs.tsx';
import type { TableColumn } from './device-view.ts';
import { DeviceGrid, type CardActions, DeviceActions } from '../device-card.tsx';
import { useFleetFrame } from '../fleet-frame.tsx';
import { Button } from '@mantine/core';
import { IconDeviceSpeaker } from '@tabler/icons-react';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useLocale } from '../../../lib/i18n.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { NodeAbove } from '../../../ui/devices/device-marks.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { Column } from '../../../ui/lists/table-parts.tsx';
import { DEVICE_COLUMNS, DeviceValue } from '../device-columns.tsx';
import classes from './device-table.module.css';

const SUCCESS_MS = 5_000;

type Props = {
  at: ListAddress<DeviceFilters>;
  dialogs: DeviceDialogState;
  selection: DeviceSelection;
  /** The columns of the table; absent for cards. */
  columns: readonly TableColumn[] | undefined;
  onError: (message: string) => void;
};

export function FleetPage({ at, dialogs, selection, columns, onError }: Props) {
  const { t } = useTranslation('devices');
  const { filters } = at;
  const list = usePage(devicesApi.endpoints.getDevicePage, { at, size: filters.page_size, ask: (asked) => asked });
  const [deleteDevice, deletion] = useDeleteDeviceMutation();
  const { openDevice, openSettings, openEdit, openAdd } = dialogs;
  const { click, show } = selection;
  const devices = list.rows;
  const total = list.pager?.total ?? 0;
  useEffect(() => show({ page: devices?.map(({ serial }) => serial) ?? [], total }), [show, devices, total]);

  const actions = useMemo<CardActions>(
    () => ({
      onInfo: openDevice,
      onSettings: openSettings,
      onEdit: ({ serial }) => openEdit(serial),
      onSelect: click,
      onDelete: ({ device_id, serial }) =>
        void deleteDevice(device_id)
          .unwrap()
          .then(
            () => toast('success', t('form.deleted', { serial }), { durationMs: SUCCESS_MS }),
            (error: unknown) => onError(t('error.delete', { message: errorMessage(error, t('error.noConnection')) })),
          ),
    }),
    [openDevice, openSettings, openEdit, click, deleteDevice, onError, t],
  );

  const frame = useFleetFrame({
    list,
    expected: filters.page_size,
    empty: <NoDevices filtered={isFiltered(filters)} onAdd={openAdd} onReset={at.reset} />,
  });
  if (columns) {
    return (
      <DeviceTable
        frame={frame}
        columns={columns}
        actions={actions}
        sort={{ value: filters.sort, onSort: (sort) => at.change({ sort }) }}
        isSelected={selection.has}
      />
    );
  }
  const deleting = deletion.isLoading ? (deletion.originalArgs ?? null) : null;
  return (
    <ListFrame {...frame}>
      {(visible, changing) => (
        <DeviceGrid
          devices={visible}
          actions={actions}
          busy={changing}
          deleting={deleting}
          isSelected={selection.has}
        />
      )}
    </ListFrame>
  );
}

type NoDevicesProps = { filtered: boolean; onAdd: () => void; onReset: () => void };

export function NoDevices({ filtered, onAdd, onReset }: NoDevicesProps) {
  const { t } = useTranslation(['devices', 'ui']);
  return (
    <EmptyState
      icon={<IconDeviceSpeaker size={24} />}
      title={t('empty.title')}
      action={
        <Button mt="xs" variant="light" onClick={filtered ? onReset : onAdd}>
          {filtered ? t('ui:filters.reset') : t('form.addTitle')}
        </Button>
      }
    >
      {filtered ? t('empty.filtered') : t('empty.none')}
    </EmptyState>
  );
}

/** The columns by which the server sorts. */
const ORDERS: Partial<Record<TableColumn, { by: DeviceSort; reverse: DeviceSort }>> = {
  created: { by: 'created_at', reverse: '-created_at' },
  last_seen: { by: 'last_seen', reverse: '-last_seen' },
};

type DeviceTableProps = {
  frame: ListFrameProps<Device>;
  columns: readonly TableColumn[];
  actions: CardActions;
  sort: { value: DeviceSort; onSort: (sort: DeviceSort) => void };
  isSelected: (serial: string) => boolean;
};

/** The devices of a page as a table with the chosen columns, live. It scrolls inside of its own region. */
function DeviceTable({ frame, columns: columnNames, actions, sort, isSelected }: DeviceTableProps) {
  const { t } = useTranslation(['devices', 'device-bulk']);
  const columns = useColumns(columnNames, actions);
  const { onSelect } = actions;
  return (
    <DataTable
      {...frame}
      label={t('fleet.label')}
      keyOf={({ serial }) => serial}
      columns={columns}
      sort={sort}
      selection={
        onSelect && {
          labelOf: ({ serial }) => t('device-bulk:selection.device', { serial }),
          isSelected: ({ serial }) => isSelected(serial),
          onSelect: ({ serial }, _on, range) => onSelect(serial, range),
        }
      }
      scrolls
    />
  );
}

const DeviceTitle = ({ device: { name, serial, path } }: { device: Device }) => (
  <>
    <NodeAbove path={path} />
    {name !== null && (
      <span className={classes.name} title={name}>
        {name}
      </span>
    )}
    <CopyText value={serial} className={classes.copy ?? ''} />
  </>
);

function useColumns(ids: readonly TableColumn[], actions: CardActions): Column<Device, DeviceSort>[] {
  const { t } = useTranslation('device-views');
  const locale = useLocale();
  return [
    {
      key: 'serial',
      head: DEVICE_COLUMNS.serial.label[locale],
      sort: { by: 'serial', reverse: '-serial' },
      names: true,
      cell: (device) => <DeviceTitle device={device} />,
    },
    ...ids.map((id): Column<Device, DeviceSort> => ({
      key: id,
      head: DEVICE_COLUMNS[id].label[locale],
      ...(ORDERS[id] && { sort: ORDERS[id] }),
      cell: (device) => (
        <div className={classes.cell}>
          <DeviceValue device={device} id={id} />
        </div>
      ),
    })),
    {
      key: 'actions',
      head: t('actions'),
      headHidden: true,
      align: 'end',
      cell: (device) => <DeviceActions device={device} actions={actions} />,
    },
  ];
}
