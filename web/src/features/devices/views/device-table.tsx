import { Table, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useLocale } from '../../../lib/i18n.ts';
import type { CardActions } from '../components/device-actions.tsx';
import { DEVICE_COLUMNS } from '../device-columns.tsx';
import type { DeviceSort } from '../filters/device-filter-values.ts';
import { DeviceRow } from './device-row.tsx';
import type { TableColumn } from './device-view.ts';
import { SortHeader } from './sort-header.tsx';
import classes from './device-table.module.css';

/** The columns by which the server sorts. */
const SORTED_BY = { created: 'created_at', last_seen: 'last_seen' } as const satisfies Partial<
  Record<TableColumn, string>
>;
const isSorted = (id: TableColumn): id is keyof typeof SORTED_BY => id in SORTED_BY;

type Props = {
  devices: readonly Device[];
  columns: readonly TableColumn[];
  actions: CardActions;
  busy: boolean;
  sort: DeviceSort;
  onSort: (sort: DeviceSort) => void;
  isSelected: (serial: string) => boolean;
};

/** The devices of a page as a table with the chosen columns. It scrolls inside of its own region. */
export function DeviceTable({ devices, columns, actions, busy, sort, onSort, isSelected }: Props) {
  const { t } = useTranslation(['device-views', 'devices']);
  const locale = useLocale();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolled region must be reachable by keyboard.
    <section className={classes.region} aria-label={t('devices:fleet.label')} aria-busy={busy} tabIndex={0}>
      <Table stickyHeader highlightOnHover verticalSpacing={6} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {actions.onSelect && (
              <Table.Th>
                <VisuallyHidden>{t('selected')}</VisuallyHidden>
              </Table.Th>
            )}
            <SortHeader label={DEVICE_COLUMNS.serial.label[locale]} by="serial" sort={sort} onSort={onSort} />
            {columns.map((id) => {
              const label = DEVICE_COLUMNS[id].label[locale];
              return isSorted(id) ? (
                <SortHeader key={id} label={label} by={SORTED_BY[id]} sort={sort} onSort={onSort} />
              ) : (
                <Table.Th key={id} scope="col">
                  {label}
                </Table.Th>
              );
            })}
            <Table.Th>
              <VisuallyHidden>{t('actions')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {devices.map((device) => (
            <DeviceRow
              key={device.serial}
              device={device}
              columns={columns}
              actions={actions}
              selected={isSelected(device.serial)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
