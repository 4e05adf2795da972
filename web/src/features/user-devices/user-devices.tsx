import { Group, Stack } from '@mantine/core';
import { sortedTags } from '@belfry/schemas/domain/tags';
import { useMemo, useState, type ReactNode } from 'react';
import {
  DeviceDialogs,
  OWNER_ACTIONS,
  SelectionActions,
  SelectPage,
  useDeviceDialogs,
  useGetOwnDevicesQuery,
  useListSelection,
  type GroupChoice,
  type TimelineSlot,
} from '../devices/index.ts';
import { useFocusAfter } from '../../lib/hooks/use-focus-after.ts';
import { useStoredFilters } from '../../lib/storage/use-stored-filters.ts';
import { AddUserDevice } from './components/add-user-device.tsx';
import { UserDeviceFilters } from './components/user-device-filters.tsx';
import { DeviceStatistics } from './components/device-statistics.tsx';
import { DeviceSettingsPanel } from './components/device-settings-panel.tsx';
import { UserDevicesHeader } from './components/user-devices-header.tsx';
import { UserDeviceList } from './components/user-device-list.tsx';
import type { UserCardActions } from './components/user-device-card.tsx';
import { storedFilters, passes, userDeviceAddress } from './user-device-filters.ts';

type Props = {
  /** The devices that wait for approval. */
  claims: ReactNode;
  timeline?: TimelineSlot;
  /** Opens the list of command runs. */
  runs: ReactNode;
  /** Chooses a group in the bulk dialog. */
  groupChoice: GroupChoice;
};

/** The user's own devices: register, find, change together, unbind, and default settings. */
export function UserDevices({ claims, timeline, runs, groupChoice }: Props) {
  const own = useGetOwnDevicesQuery();
  const filterState = useStoredFilters(userDeviceAddress, storedFilters, 'note');
  const dialogs = useDeviceDialogs();
  const [open, setOpen] = useState<'add' | 'statistics' | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const settingsHead = useFocusAfter<HTMLButtonElement>(chosen !== null);
  const { filters } = filterState;
  const devices = own.data ?? [];
  const shown = devices.filter((device) => passes(device, filters));
  const resettable = JSON.stringify(filters) !== JSON.stringify(userDeviceAddress.defaults);
  const selection = useListSelection(shown.map(({ serial }) => serial));
  const { openDevice, openSettings } = dialogs;
  const { click } = selection;
  const actions = useMemo<UserCardActions>(
    () => ({ onInfo: openDevice, onSettings: setChosen, onDialog: openSettings, onSelect: click }),
    [openDevice, openSettings, click],
  );
  return (
    <Stack gap="lg">
      <UserDevicesHeader query={own} onAdd={() => setOpen('add')} onStatistics={() => setOpen('statistics')}>
        {runs}
      </UserDevicesHeader>
      {claims}
      <UserDeviceFilters
        filters={filters}
        tags={sortedTags(devices.flatMap(({ tags }) => tags))}
        resettable={resettable}
        onChange={filterState.change}
        onKeep={filterState.keep}
        onReset={filterState.reset}
      />
      {shown.length > 0 && (
        <Group gap="md">
          <SelectPage selection={selection} />
        </Group>
      )}
      <UserDeviceList
        query={own}
        shown={shown}
        selection={selection}
        page={filterState.page}
        onGo={filterState.goTo}
        actions={actions}
        onAdd={() => setOpen('add')}
        onReset={filterState.reset}
      />
      <SelectionActions selection={selection} actions={OWNER_ACTIONS} choices={{ group: groupChoice }} />
      <DeviceSettingsPanel key={chosen} serial={chosen} head={settingsHead} onClose={() => setChosen(null)} />
      <DeviceDialogs dialogs={dialogs} timeline={timeline} />
      {open === 'add' && <AddUserDevice onClose={() => setOpen(null)} />}
      {open === 'statistics' && <DeviceStatistics devices={devices} onClose={() => setOpen(null)} />}
    </Stack>
  );
}
