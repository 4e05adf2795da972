import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { transportText } from '../../../api/base/transport-text.ts';
import { useConnection } from '../../../mqtt/connection/use-connection.ts';
import type { ListFrameProps } from '../../../ui/lists/list-frame.tsx';
import type { ListState } from '../../../ui/lists/list-state.ts';
import { loadFailure } from '../load-failure.ts';
import { DeviceCardSkeletons } from './card/card-skeletons.tsx';

type Options = {
  list: ListState<Device>;
  /** How many skeletons there are before the first answer. */
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
