import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { useGetProfileQuery } from '../../../lib/session/auth-api.ts';
import { selectRole } from '../../../lib/session/session-slice.ts';

/** Whether the user may text any number, and send emergency messages; false until it is known. See SMS-8. */
export function useMayText(): boolean {
  const role = useSelector(selectRole);
  const administrator = role !== null && role !== undefined && isAdministrator(role);
  const { data } = useGetProfileQuery(undefined, { skip: administrator });
  return administrator || (data?.may_text_any_number ?? false);
}
