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
} from '../index.ts';
import { useFocusAfter } from '../../../lib/hooks/use-focus-after.ts';
import { useListAddress } from '../../../lib/address/use-list-address.ts';
import { LOCAL_KEYS } from '../../../lib/storage/storage-keys.ts';
import { AddUserDevice } from './components/add-user-device.tsx';
import { UserDeviceFilters } from './components/user-device-filters.tsx';
import { DeviceStatistics } from './components/device-statistics.tsx';
import { DeviceSettingsPanel } from './components/device-settings-panel.tsx';
import { UserDevicesHeader } from './components/user-devices-header.tsx';
import { UserDeviceList } from './components/user-device-list.tsx';
import type { UserCardActions } from './components/user-device-card.tsx';
import { passes, userDeviceAddress } from './user-device-filters.ts';

const REMEMBERED = { typed: 'note', remember: LOCAL_KEYS.ownDeviceFilters } as const;

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
  const at = useListAddress(userDeviceAddress, REMEMBERED);
  const dialogs = useDeviceDialogs();
  const [open, setOpen] = useState<'add' | 'statistics' | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const settingsHead = useFocusAfter<HTMLButtonElement>(chosen !== null);
  const { filters } = at;
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
        onChange={at.change}
        onKeep={at.keep}
        onReset={at.reset}
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
        at={at}
        actions={actions}
        onAdd={() => setOpen('add')}
      />
      <SelectionActions selection={selection} actions={OWNER_ACTIONS} choices={{ group: groupChoice }} />
      <DeviceSettingsPanel key={chosen} serial={chosen} head={settingsHead} onClose={() => setChosen(null)} />
      <DeviceDialogs dialogs={dialogs} timeline={timeline} />
      {open === 'add' && <AddUserDevice onClose={() => setOpen(null)} />}
      {open === 'statistics' && <DeviceStatistics devices={devices} onClose={() => setOpen(null)} />}
    </Stack>
  );
}
