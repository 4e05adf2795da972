import { Group } from '@mantine/core';
import type { DeviceFilters } from '../filters/device-filter-values.ts';
import { FileMenu } from '../files/file-menu.tsx';
import { SelectPage } from '../selection/select-page.tsx';
import type { DeviceSelection } from '../selection/use-device-selection.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import type { useDeviceView } from './use-device-view.ts';
import { wallQueryOf } from './wall-api.ts';
import { ViewSwitch } from './view-switch.tsx';

type Props = {
  filters: DeviceFilters;
  view: ReturnType<typeof useDeviceView>;
  selection: DeviceSelection;
};

/** The line above the list: what is selected at the start, how the list is shown at the end. */
export function ListToolbar({ filters, view: { view, columns, chooseView, chooseColumns }, selection }: Props) {
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="md">{view !== 'wall' && <SelectPage selection={selection} />}</Group>
      <Group gap="xs">
        <FileMenu query={wallQueryOf(filters)} />
        {view === 'table' && <ColumnsMenu columns={columns} onChange={chooseColumns} />}
        <ViewSwitch view={view} onChange={chooseView} />
      </Group>
    </Group>
  );
}
