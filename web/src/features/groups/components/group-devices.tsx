import type { Group } from '@belfry/schemas/http/groups';
import { Title } from '@mantine/core';
import { IconDeviceSpeakerOff } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { LineSkeletons } from '../../../ui/skeletons.tsx';
import { Stale } from '../../../ui/stale.tsx';
import { useServerWords } from '../../auth/server-words.ts';
import { useGetGroupDevicesQuery } from '../groups-api.ts';
import classes from './group-devices.module.css';
import { GroupDevice } from './group-device.tsx';

const SKELETONS_MAX = 5;

type Props = { group: Group; onTake: (device: number) => Promise<void> };

/** Devices in group, by name; each can be taken out. */
export function GroupDevices({ group, onTake }: Props) {
  const { t } = useTranslation('groups');
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h6" mb="xs" id={id}>
        {t('devices')}
      </Title>
      <List group={group} labelledBy={id} onTake={onTake} />
    </section>
  );
}

function List({ group, labelledBy, onTake }: Props & { labelledBy: string }) {
  const { t } = useTranslation(['groups', 'common']);
  const words = useServerWords();
  const query = useGetGroupDevicesQuery(group.id);
  const { currentData: devices, error, isFetching, refetch, fulfilledTimeStamp } = query;
  if (!devices) {
    if (!error) return <LineSkeletons count={Math.min(SKELETONS_MAX, Math.max(1, group.device_count))} height={44} />;
    return (
      <ErrorState
        title={t('error.load_devices')}
        message={words(error, t('common:error.fallback'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (devices.length === 0) {
    return (
      <EmptyState icon={<IconDeviceSpeakerOff size={24} />} title={t('empty')}>
        {t('empty_text')}
      </EmptyState>
    );
  }
  return (
    <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
      <ul className={classes.list} aria-labelledby={labelledBy}>
        {devices.map((device) => (
          <GroupDevice key={device.company_id} device={device} onTake={() => onTake(device.company_id)} />
        ))}
      </ul>
    </Stale>
  );
}
