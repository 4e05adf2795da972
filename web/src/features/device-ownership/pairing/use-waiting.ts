import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { useGetWaitingDevicesQuery } from '../binding/device-binding-api.ts';

const OFFERED_MAX = 20;

/** Loudspeakers without a place: one's own, for administrators also those of nobody, as simulated ones are at first. */
export function useWaiting() {
  const unowned = isAdministrator(useSelector(selectRole) ?? 'user');
  return useGetWaitingDevicesQuery({ unowned: String(unowned), page: 1, page_size: OFFERED_MAX });
}
