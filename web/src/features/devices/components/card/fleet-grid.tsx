import { Button } from '@mantine/core';
import { IconDeviceSpeaker } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DEFAULT_PAGE_SIZE } from '@belfry/schemas/domain/limits';
import { ListFrame } from '../../../../ui/lists/list-frame.tsx';
import { wholeList } from '../../../../ui/lists/list-state.ts';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { useGetOwnDevicesQuery } from '../../devices-api.ts';
import type { TimelineSlot } from '../../timeline-slot.ts';
import { useDeviceDialogs } from '../../use-device-dialogs.ts';
import type { CardActions } from '../device-actions.tsx';
import { DeviceDialogs } from '../device-dialogs.tsx';
import { useFleetFrame } from '../use-fleet-frame.tsx';
import { DeviceGrid } from './device-grid.tsx';

/** The user's own devices, live, with their drawer, for the home page of users who are not administrators. */
export function FleetGrid({ timeline }: { timeline?: TimelineSlot }) {
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
      <DeviceDialogs dialogs={dialogs} timeline={timeline} />
    </>
  );
}
