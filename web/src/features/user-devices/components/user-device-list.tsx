import { Button } from '@mantine/core';
import { IconDeviceSpeaker } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { isApiError } from '../../../api/base/api-error.ts';
import { transportText } from '../../../api/base/transport-text.ts';
import { selectRole } from '../../../api/session/session-slice.ts';
import { pagerOf } from '../../../lib/paging/pager.ts';
import { useConnection } from '../../../mqtt/connection/use-connection.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Pager } from '../../../ui/paging/pager.tsx';
import { CardSkeletons } from '../../../ui/states/skeletons.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { RefreshFailed } from '../../../ui/states/refresh-failed.tsx';
import type { DeviceSelection } from '../../devices/index.ts';
import { UserDeviceCard, type UserCardActions } from './user-device-card.tsx';
import classes from './user-device-list.module.css';

/** The most cards that are rendered, because the list itself is not limited. */
const PAGE_SIZE = 12;
const COLUMNS = { base: 1, sm: 2, lg: 3 };

type Props = {
  query: { data?: readonly Device[]; error?: unknown; isFetching: boolean; refetch: () => unknown };
  /** The devices that match the filters. */
  shown: readonly Device[];
  selection: DeviceSelection;
  page: number;
  actions: UserCardActions;
  onGo: (page: number) => void;
  onAdd: () => void;
  onReset: () => void;
};

/** The states of the user's own devices: loading, error, empty, no match, and loaded. */
export function UserDeviceList({ query, shown, selection, page, actions, onGo, onAdd, onReset }: Props) {
  const { t } = useTranslation('user-devices');
  const role = useSelector(selectRole) ?? 'user';
  const { stale, since } = useConnection();
  const { data, error, isFetching, refetch } = query;
  const { from, to } = pagerOf({ page, pageSize: PAGE_SIZE, total: shown.length });
  const onPage = shown.slice(from - 1, to);
  const { show } = selection;
  useEffect(() => show({ page: onPage.map(({ serial }) => serial), total: shown.length }));
  const status = isApiError(error) && error.status > 0 ? String(error.status) : t('list.no_connection');
  const failure = error === undefined ? null : t('list.load_failed', { status });
  const retry = (): void => void refetch();
  if (!data && failure !== null)
    return <ErrorState message={failure} detail={transportText(error)} onRetry={retry} retrying={isFetching} />;
  if (!data) return <CardSkeletons count={6} height={180} cols={COLUMNS} />;
  if (shown.length === 0) return <NoUserDevices none={data.length === 0} onAdd={onAdd} onReset={onReset} />;
  return (
    <Stale active={stale} since={since}>
      {failure !== null && (
        <RefreshFailed message={failure} detail={transportText(error)} onRetry={retry} retrying={isFetching} />
      )}
      <ul className={classes.grid} aria-label={t('list.label')}>
        {onPage.map((device) => (
          <li key={device.serial} className={classes.cell}>
            <UserDeviceCard
              device={device}
              administrator={isAdministrator(role)}
              actions={actions}
              selected={selection.has(device.serial)}
            />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        total={shown.length}
        showing={(range) => t('list.showing', range)}
        onGo={onGo}
      />
    </Stale>
  );
}

function NoUserDevices({ none, onAdd, onReset }: { none: boolean; onAdd: () => void; onReset: () => void }) {
  const { t } = useTranslation(['user-devices', 'ui']);
  return (
    <EmptyState
      icon={<IconDeviceSpeaker size={24} />}
      title={none ? t('empty.title') : t('empty.filtered_title')}
      action={
        <Button mt="xs" variant="light" onClick={none ? onAdd : onReset}>
          {none ? t('actions.add') : t('ui:filters.reset')}
        </Button>
      }
    >
      {none ? t('empty.text') : t('empty.filtered_text')}
    </EmptyState>
  );
}
