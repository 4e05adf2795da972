import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { transportText } from '../../../api/base/transport-text.ts';
import { useConnection } from '../../../mqtt/connection/use-connection.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { loadFailure } from '../load-failure.ts';
import { DeviceCardSkeletons } from './card/card-skeletons.tsx';
import type { CardActions } from './device-actions.tsx';
import { DeviceGrid } from './card/device-grid.tsx';
import { RefreshFailed } from '../../../ui/states/refresh-failed.tsx';

type Props = {
  /** The last devices that were received, of any query. */
  devices: readonly Device[] | undefined;
  error: unknown;
  fetching: boolean;
  /** The shown devices belong to the previous query. */
  changing: boolean;
  expected: number;
  onRetry: () => void;
  actions: CardActions;
  deleting?: number | null;
  isSelected?: (serial: string) => boolean;
  /** Another view of the devices than cards. `busy`: they belong to the previous query. */
  content?: ((devices: readonly Device[], busy: boolean) => ReactNode) | undefined;
  empty: ReactNode;
};

/** The five states of a fleet: loading, error, empty, full and stale. */
export function FleetStates({
  devices,
  error,
  fetching,
  changing,
  expected,
  onRetry,
  actions,
  deleting,
  isSelected,
  content,
  empty,
}: Props) {
  const { t } = useTranslation('devices');
  const { stale, since } = useConnection();
  const failure = error ? loadFailure(error, t) : null;
  const detail = transportText(error);
  if (failure && (!devices || changing))
    return <ErrorState message={failure} detail={detail} onRetry={onRetry} retrying={fetching} />;
  if (!devices) return <DeviceCardSkeletons count={expected} />;
  if (devices.length === 0 && !changing) return empty;
  return (
    <Stale active={stale} since={since}>
      {failure && <RefreshFailed message={failure} detail={detail} onRetry={onRetry} retrying={fetching} />}
      {content?.(devices, changing) ?? (
        <DeviceGrid devices={devices} actions={actions} busy={changing} deleting={deleting} isSelected={isSelected} />
      )}
    </Stale>
  );
}
