import { isAdministrator } from '@belfry/schemas/domain/roles';
import { useSelector } from 'react-redux';
import { selectRole } from './session/session-slice.ts';

/** The address that opens a loudspeaker among all that the person sees. */
export const speakerAddress = (serial: string): string => `/places?view=loudspeakers&speaker=${serial}`;

/** The address that opens all about a device, in "All pages": in the list of all devices for administrators, otherwise in that of one's own. */
export function useDeviceAddress(): (serial: string) => string {
  const all = isAdministrator(useSelector(selectRole) ?? 'user');
  return (serial) => (all ? `/devices?device=${serial}` : `/settings?tab=devices&device=${serial}`);
}
