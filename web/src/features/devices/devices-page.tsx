import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BroadcastPanel, StartRunDialog } from '../commands/index.ts';
import type { GroupChoice, OwnerChoice } from './bulk/bulk-fields.tsx';
import { ADMIN_ACTIONS } from './bulk/bulk-menu.tsx';
import { DeviceDialogs } from './components/device-dialogs.tsx';
import { DeviceFilters } from './filters/device-filters.tsx';
import { FleetPage } from './components/fleet-page.tsx';
import { PageError } from './components/page-error.tsx';
import { PageHeader } from './components/page-header.tsx';
import { DEFAULT_FILTERS, isFiltered } from './filters/device-filter-values.ts';
import { SelectionActions } from './selection/selection-actions.tsx';
import { useFleetSelection } from './selection/use-device-selection.ts';
import type { TimelineSlot } from './timeline-slot.ts';
import { ListToolbar } from './views/list-toolbar.tsx';
import { useDeviceView } from './views/use-device-view.ts';
import { wallQueryOf } from './views/wall-api.ts';
import { WallView } from './views/wall-view.tsx';
import { NoDevices } from './components/no-devices.tsx';
import { useDeviceDialogs } from './use-device-dialogs.ts';
import { useDeviceFilters } from './filters/use-device-filters.ts';
import { useFollowFleet } from './use-follow-fleet.ts';
import classes from './devices-page.module.css';

const EVERY_DEVICE = { all: true } as const;

type Props = {
  /** The devices that wait for approval. */
  approvals: ReactNode;
  /** The software of the devices. */
  archives: ReactNode;
  timeline?: TimelineSlot;
  /** Chooses a group in the bulk dialog. */
  groupChoice: GroupChoice;
  /** Chooses a new owner in the bulk dialog. */
  ownerChoice: OwnerChoice;
};

/** Admin Devices: the whole fleet, live, for admin and root only; see DEV-24. */
export function DevicesPage({ approvals, archives, timeline, groupChoice, ownerChoice }: Props) {
  const at = useDeviceFilters();
  const { filters, page, change, keep, reset } = at;
  const dialogs = useDeviceDialogs();
  const selection = useFleetSelection(filters);
  const view = useDeviceView();
  useFollowFleet({ ...filters, page });
  const { t } = useTranslation('command-runs');
  const [error, setError] = useState<string | null>(null);
  const [startingRun, setStartingRun] = useState(false);
  const resettable = JSON.stringify(filters) !== JSON.stringify(DEFAULT_FILTERS);
  return (
    <div className={classes.page}>
      <PageHeader query={{ ...filters, page }} onAdd={dialogs.openAdd} />
      <PageError message={error} onDismiss={() => setError(null)} />
      {approvals}
      <DeviceFilters filters={filters} onChange={change} onKeep={keep} onReset={reset} resettable={resettable} />
      <ListToolbar filters={filters} view={view} selection={selection} />
      {view.view === 'wall' ? (
        <WallView
          query={wallQueryOf(filters)}
          onOpen={dialogs.openDevice}
          empty={<NoDevices filtered={isFiltered(filters)} onAdd={dialogs.openAdd} onReset={reset} />}
        />
      ) : (
        <FleetPage
          at={at}
          dialogs={dialogs}
          selection={selection}
          columns={view.view === 'table' ? view.columns : undefined}
          onError={setError}
        />
      )}
      <SelectionActions
        selection={selection}
        actions={ADMIN_ACTIONS}
        choices={{ group: groupChoice, owner: ownerChoice }}
      />
      <BroadcastPanel onFailure={setError} onStartRun={() => setStartingRun(true)} />
      {startingRun && (
        <StartRunDialog targets={EVERY_DEVICE} label={t('start.all')} onClose={() => setStartingRun(false)} />
      )}
      {archives}
      <DeviceDialogs dialogs={dialogs} timeline={timeline} />
    </div>
  );
}
