import { Button } from '@mantine/core';
import { IconDeviceSpeaker } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { isApiError } from '../../../lib/api/api-error.ts';
import { transportText } from '../../../lib/api/transport-text.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';
import type { ListAddress } from '../../../lib/list-address.ts';
import { useConnection } from '../../../lib/mqtt/connection-slice.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListFrame, type ListFailure } from '../../../ui/lists/list-frame.tsx';
import { pagedHere, type ListQuery } from '../../../ui/lists/list-state.ts';
import { CardSkeletons } from '../../../ui/states/skeletons.tsx';
import type { DeviceSelection } from '../index.ts';
import { UserDeviceCard, type UserCardActions } from './user-device-card.tsx';
import classes from './user-device-list.module.css';

/** The most cards that are rendered, because the list itself is not limited. */
const PAGE_SIZE = 12;
const COLUMNS = { base: 1, sm: 2, lg: 3 };

type Props = {
  query: ListQuery<readonly Device[]>;
  matches: readonly Device[];
  selection: DeviceSelection;
  at: ListAddress<object>;
  actions: UserCardActions;
  selects: boolean;
  onAdd: () => void;
};

export function UserDeviceList({ query, matches, selection, at, actions, selects, onAdd }: Props) {
  const { t } = useTranslation('user-devices');
  const role = useSelector(selectRole) ?? 'user';
  const { stale, since } = useConnection();
  const list = pagedHere(query, matches, { ...at, pageSize: PAGE_SIZE });
  const { show } = selection;
  useEffect(() => show({ page: list.rows?.map(({ serial }) => serial) ?? [], total: matches.length }));
  const failure = (error: unknown): ListFailure => {
    const status = isApiError(error) && error.status > 0 ? String(error.status) : t('list.no_connection');
    return { message: t('list.load_failed', { status }), detail: transportText(error) };
  };
  return (
    <ListFrame
      list={list}
      waiting={<CardSkeletons count={6} height={180} cols={COLUMNS} />}
      failure={failure}
      filtered={(query.data?.length ?? 0) > 0}
      empty={<NoUserDevices none onAction={onAdd} />}
      noneFound={<NoUserDevices onAction={at.reset} />}
      stale={{ active: stale, since }}
      showing={(range) => t('list.showing', range)}
    >
      {(devices) => (
        <ul className={classes.grid} aria-label={t('list.label')}>
          {devices.map((device) => (
            <li key={device.serial} className={classes.cell}>
              <UserDeviceCard
                device={device}
                administrator={isAdministrator(role)}
                actions={actions}
                selects={selects}
                selected={selection.has(device.serial)}
              />
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  );
}

function NoUserDevices({ none = false, onAction }: { none?: boolean; onAction: () => void }) {
  const { t } = useTranslation(['user-devices', 'ui']);
  return (
    <EmptyState
      icon={<IconDeviceSpeaker size={24} />}
      title={none ? t('empty.title') : t('empty.filtered_title')}
      action={
        <Button mt="xs" variant="light" onClick={onAction}>
          {none ? t('actions.add') : t('ui:filters.reset')}
        </Button>
      }
    >
      {none ? t('empty.text') : t('empty.filtered_text')}
    </EmptyState>
  );
}
