import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { selectRole } from '../../lib/session/session-slice.ts';
import { fleetApi } from '../device-state/fleet/fleet-api.ts';
import { useGetOwnDevicesQuery } from './devices-api.ts';

/** The number of offline devices; `names` has only those that the page has loaded. */
export type Away = { offline: number; total: number; names: string[] };

/**
 * The devices that are offline, live, from what Home shows of them: the counts of the fleet for administrators, otherwise the devices that
 * the person sees. Undefined while it is not known.
 */
export function useAway(): Away | undefined {
  const all = isAdministrator(useSelector(selectRole) ?? 'user');
  const { data: fleet } = fleetApi.endpoints.getFleetSummary.useQuery(undefined, { skip: !all });
  const { data: own } = useGetOwnDevicesQuery(undefined, { skip: all });
  if (all) {
    const summary = fleet?.summary;
    return summary ? { offline: summary.by_status.offline, total: summary.total, names: [] } : undefined;
  }
  const away = own?.filter(({ status }) => status === 'offline');
  return (
    away && { offline: away.length, total: own?.length ?? 0, names: away.map(({ name, serial }) => name ?? serial) }
  );
}
