import { Button } from '@mantine/core';
import { IconDeviceSpeaker } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DEFAULT_PAGE_SIZE } from '@belfry/schemas/domain/limits';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { useGetOwnDevicesQuery } from '../../devices-api.ts';
import type { TimelineSlot } from '../../timeline-slot.ts';
import { useDeviceDialogs } from '../../use-device-dialogs.ts';
import type { CardActions } from '../device-actions.tsx';
import { DeviceDialogs } from '../device-dialogs.tsx';
import { FleetStates } from '../fleet-states.tsx';

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
  return (
    <>
      <FleetStates
        devices={own.data}
        error={own.error}
        fetching={own.isFetching}
        changing={false}
        expected={DEFAULT_PAGE_SIZE}
        onRetry={() => void own.refetch()}
        actions={actions}
        empty={
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
        }
      />
      <DeviceDialogs dialogs={dialogs} timeline={timeline} />
    </>
  );
}
