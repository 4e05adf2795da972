import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { BroadcastPanel, StartRunDialog } from '../commands/index.ts';
import { WaitingForApproval } from '../device-ownership/approvals/index.ts';
import { ClientVersions } from '../firmware/index.ts';
import { ADMIN_ACTIONS, SelectionActions } from './bulk/selection-bar.tsx';
import { DeviceDialogs, useDeviceDialogs } from './device-dialogs.tsx';
import { DeviceFilters } from './list/device-filters.tsx';
import { FleetPage, NoDevices } from './list/fleet-page.tsx';
import { DEFAULT_FILTERS, isFiltered, useDeviceFilters } from './list/device-filter-values.ts';
import { useFleetSelection } from './bulk/device-selection.ts';
import { ListToolbar } from './list/list-toolbar.tsx';
import { useDeviceView } from './list/device-view.ts';
import { wallQueryOf, useCountDevicesQuery, useGetDevicePageQuery, type DevicePageQuery } from './devices-api.ts';
import { WallView } from './list/wall-view.tsx';
import { useFollowFleet } from './list/use-follow-fleet.ts';
import classes from './devices-page.module.css';
import { Alert, Button, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconPlus, IconRefresh } from '@tabler/icons-react';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { AtOnce } from '../../ui/states/at-once.tsx';
import { shownData } from '../../lib/paging.ts';

const EVERY_DEVICE = { all: true } as const;

/** Admin Devices: the whole fleet, live, for admin and root only; see DEV-24. */
export function DevicesPage() {
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
    <AtOnce>
      <div className={classes.page}>
        <PageHeader query={{ ...filters, page }} onAdd={dialogs.openAdd} />
        <PageError message={error} onDismiss={() => setError(null)} />
        <WaitingForApproval />
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
        <SelectionActions selection={selection} actions={ADMIN_ACTIONS} ofOthers />
        <BroadcastPanel onFailure={setError} onStartRun={() => setStartingRun(true)} />
        {startingRun && (
          <StartRunDialog targets={EVERY_DEVICE} label={t('start.all')} onClose={() => setStartingRun(false)} />
        )}
        <ClientVersions />
        <DeviceDialogs dialogs={dialogs} />
      </div>
    </AtOnce>
  );
}

function PageError({ message, onDismiss }: { message: string | null; onDismiss: () => void }) {
  const { t } = useTranslation('common');
  if (message === null) return null;
  return (
    <Alert
      color="error"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={onDismiss}
    >
      {message}
    </Alert>
  );
}

type PageHeaderProps = { query: DevicePageQuery; onAdd: () => void };
/** Title, counts, Add and Refresh. Reads no device, so that no message re-renders it. */
function PageHeader({ query, onAdd }: PageHeaderProps) {
  const { t } = useTranslation('devices');
  const locale = useLocale();
  const list = useGetDevicePageQuery(query, {
    selectFromResult: (answer) => ({ filtered: shownData(answer).data?.total }),
  });
  const all = useCountDevicesQuery();
  const countText = (count: number | undefined): string => (count === undefined ? '–' : formatCount(count, locale));
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async (): Promise<void> => {
    setRefreshing(true);
    await Promise.all([list.refetch(), all.refetch()]);
    setRefreshing(false);
  };
  return (
    <header className={classes.header}>
      <div className={classes.titles}>
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <Text c="dimmed">{t('subtitle')}</Text>
      </div>
      <Text component="output" size="sm" className={classes.count}>
        {t('count', { filtered: countText(list.filtered), total: countText(all.data ?? list.filtered) })}
      </Text>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => void refresh()}
        loading={refreshing}
      >
        {t('refresh')}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {t('add')}
      </Button>
    </header>
  );
}
