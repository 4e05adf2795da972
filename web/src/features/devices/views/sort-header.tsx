import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import type { DeviceSort } from '../filters/device-filter-values.ts';
import classes from './device-table.module.css';

type Sortable = 'serial' | 'created_at' | 'last_seen';
type Props = { label: string; by: Sortable; sort: DeviceSort; onSort: (sort: DeviceSort) => void };

/** The head of a column by which the server sorts; another press reverses the order. */
export function SortHeader({ label, by, sort, onSort }: Props) {
  const order = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none';
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[order];
  return (
    <Table.Th aria-sort={order} scope="col">
      <UnstyledButton className={classes.sort} onClick={() => onSort(order === 'ascending' ? `-${by}` : by)}>
        {label}
        <Icon size={14} aria-hidden className={classes.order} data-order={order} />
      </UnstyledButton>
    </Table.Th>
  );
}
