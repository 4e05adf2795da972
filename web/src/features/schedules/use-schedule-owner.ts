import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { selectRole } from '../../lib/session/session-slice.ts';
import { idOf, useScheduleAddress } from './schedule-address.ts';

/** The other person whose schedules an administrator looks at, as the address names them; undefined: one's own. */
export function useScheduleOwner(): number | undefined {
  const role = useSelector(selectRole) ?? 'user';
  const { address } = useScheduleAddress();
  return isAdministrator(role) ? (idOf(address, 'owner') ?? undefined) : undefined;
}
