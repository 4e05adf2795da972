import { Button } from '@mantine/core';
import { IconDeviceSpeaker } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { Link } from 'react-router';
import { DEFAULT_PAGE_SIZE } from '@belfry/schemas/domain/limits';
import { ListFrame, type ListFrameProps } from '../../ui/lists/list-frame.tsx';
import { wholeList, type ListState } from '../../ui/lists/list-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useGetOwnDevicesQuery, loadFailure } from './devices-api.ts';
import { useDeviceDialogs, DeviceDialogs } from './device-dialogs.tsx';
import { type CardActions, DeviceGrid } from './device-card.tsx';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { transportText } from '../../lib/api/transport-text.ts';
import { useConnection } from '../../lib/mqtt/connection-slice.ts';
import { DeviceCardSkeleton } from '../../ui/devices/device-card.tsx';
import classes from './device-card.module.css';

export function FleetGrid() {
  const { t } = useTranslation('devices');
  const own = useGetOwnDevicesQuery();
  const dialogs = useDeviceDialogs();
  const { openDevice, openSettings } = dialogs;
  const actions = useMemo<CardActions>(
    () => ({ onInfo: openDevice, onSettings: openSettings }),
    [openDevice, openSettings],
  );
  const frame = useFleetFrame({
    list: wholeList(own, own.data),
    expected: DEFAULT_PAGE_SIZE,
    empty: (
      <EmptyState
        icon={<IconDeviceSpeaker size={24} />}
        title={t('empty.title')}
        action={
          <Button component={Link} to="/settings?tab=devices" mt="xs" variant="light">
            {t('empty.register')}
          </Button>
        }
      >
        {t('empty.own')}
      </EmptyState>
    ),
  });
  return (
    <>
      <ListFrame {...frame}>{(devices) => <DeviceGrid devices={devices} actions={actions} />}</ListFrame>
      <DeviceDialogs dialogs={dialogs} />
    </>
  );
}

type Options = {
  list: ListState<Device>;
  expected: number;
  empty: ReactNode;
};

/** The states of a list of the fleet: it is stale while the live connection is away. */
export function useFleetFrame({ list, expected, empty }: Options): ListFrameProps<Device> {
  const { t } = useTranslation('devices');
  return {
    list,
    waiting: <DeviceCardSkeletons count={expected} />,
    failure: (error) => ({ message: loadFailure(error, t), detail: transportText(error) }),
    empty,
    stale: staleOf(useConnection()),
    showing: (range) => t('pager.showing', range),
  };
}

const staleOf = ({ stale, since }: { stale: boolean; since: number }) => ({ active: stale, since });

function DeviceCardSkeletons({ count }: { count: number }) {
  const { t } = useTranslation('common');
  return (
    <output className={classes.grid} aria-label={t('loading')}>
      {Array.from({ length: count }, (_, index) => (
        <DeviceCardSkeleton key={index} />
      ))}
    </output>
  );
}
