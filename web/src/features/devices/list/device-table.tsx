import { useTranslation } from '../../../lib/translation.ts';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useLocale } from '../../../lib/i18n.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { Column } from '../../../ui/lists/table-parts.tsx';
import type { ListFrameProps } from '../../../ui/lists/list-frame.tsx';
import { DeviceActions, type CardActions } from '../device-card.tsx';
import { DEVICE_COLUMNS, DeviceValue } from '../device-columns.tsx';
import type { DeviceSort } from './device-filter-values.ts';
import type { TableColumn } from './device-view.ts';
import classes from './device-table.module.css';

/** The columns by which the server sorts. */
const ORDERS: Partial<Record<TableColumn, { by: DeviceSort; reverse: DeviceSort }>> = {
  created: { by: 'created_at', reverse: '-created_at' },
  last_seen: { by: 'last_seen', reverse: '-last_seen' },
};

type Props = {
  frame: ListFrameProps<Device>;
  columns: readonly TableColumn[];
  actions: CardActions;
  sort: { value: DeviceSort; onSort: (sort: DeviceSort) => void };
  isSelected: (serial: string) => boolean;
};

/** The devices of a page as a table with the chosen columns, live. It scrolls inside of its own region. */
export function DeviceTable({ frame, columns: chosen, actions, sort, isSelected }: Props) {
  const { t } = useTranslation(['devices', 'device-bulk']);
  const columns = useColumns(chosen, actions);
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

const DeviceTitle = ({ device: { name, serial } }: { device: Device }) => (
  <>
    {name !== null && (
      <span className={classes.name} title={name}>
        {name}
      </span>
    )}
    <CopyText value={serial} className={classes.copy ?? ''} />
  </>
);

function useColumns(chosen: readonly TableColumn[], actions: CardActions): Column<Device, DeviceSort>[] {
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
    ...chosen.map((id): Column<Device, DeviceSort> => ({
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
