import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import type { ListFrameProps } from '../../ui/lists/list-frame.tsx';
import type { ListState } from '../../ui/lists/list-state.ts';
import { loadFailure } from './devices-api.ts';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { transportText } from '../../lib/api/transport-text.ts';
import { useConnection } from '../../lib/mqtt/connection-slice.ts';
import { DeviceCardSkeleton } from '../../ui/devices/device-card.tsx';
import classes from './device-card.module.css';

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
