import { useMemo } from 'react';
import { isSerial, type Serial } from '@belfry/schemas/domain/serial';
import { useAddress, SETTINGS_TAB_PARAM } from '../../lib/address.ts';

const SERIAL_KEYS = ['device', 'settings', 'edit'] as const;
const KEYS = [...SERIAL_KEYS, 'add'] as const;
/** The parameters of tabs and lists within the details of a device begin so; see DEV-63. */
const DETAILS_PREFIX = 'details_';
const belongsToDialog = (key: string): boolean =>
  key === SETTINGS_TAB_PARAM || key.startsWith(DETAILS_PREFIX) || KEYS.some((each) => each === key);
type Dialog = { kind: (typeof SERIAL_KEYS)[number]; serial: Serial } | { kind: 'add' };

export type DeviceDialogs = ReturnType<typeof useDeviceDialogs>;

/** The open dialog of the fleet, stored in the address, so that reload, Back and a shared link open it. */
export function useDeviceDialogs() {
  const [address, setAddress] = useAddress();
  const actions = useMemo(() => {
    const show = (key: (typeof KEYS)[number] | null, value = '1'): void =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          for (const each of now.keys()) if (belongsToDialog(each)) next.delete(each);
          if (key) next.set(key, value);
          return next;
        },
        { replace: key === null, preventScrollReset: true },
      );
    return {
      openDevice: (serial: Serial) => show('device', serial),
      openSettings: (serial: Serial) => show('settings', serial),
      openEdit: (serial: Serial) => show('edit', serial),
      openAdd: () => show('add'),
      close: () => show(null),
    };
  }, [setAddress]);
  return { dialog: dialogOf(address), ...actions };
}

function dialogOf(address: URLSearchParams): Dialog | null {
  for (const kind of SERIAL_KEYS) {
    const serial = address.get(kind);
    if (serial !== null && isSerial(serial)) return { kind, serial };
  }
  return address.has('add') ? { kind: 'add' } : null;
}
