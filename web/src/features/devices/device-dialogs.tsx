import { useState, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { selectRole } from '../../lib/session/session-slice.ts';
import { DeviceSettings } from '../device-state/settings/index.ts';
import { DeviceDrawer } from './device-drawer.tsx';
import { AddDevice, EditDevice } from './form/device-form-dialogs.tsx';
import type { CreatedDevice } from './devices-api.ts';
import { isSerial, type Serial } from '@belfry/schemas/domain/serial';
import { useAddress, SETTINGS_TAB_PARAM } from '../../lib/address.ts';
import { Text } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { useMay } from '../teams/teams-api.ts';
import { KeyDialog } from '../../ui/dialogs/key-dialog.tsx';

/** The dialog that the address names; settings are for who may change them, editing and adding for administrators. */
export function DeviceDialogs({ dialogs }: { dialogs: DeviceDialogState }) {
  const role = useSelector(selectRole);
  const administrator = role !== null && isAdministrator(role);
  const sets = useMay('set_devices');
  const [created, setCreated] = useState<CreatedDevice | null>(null);
  const { dialog, close, openEdit } = dialogs;
  return (
    <>
      {dialog?.kind === 'device' && (
        <DeviceDrawer
          key={dialog.serial}
          serial={dialog.serial}
          onClose={close}
          onEdit={administrator ? openEdit : undefined}
        />
      )}
      {sets && dialog?.kind === 'settings' && (
        <DeviceSettings key={dialog.serial} serial={dialog.serial} onClose={close} />
      )}
      {administrator && dialog?.kind === 'edit' && (
        <EditDevice key={dialog.serial} serial={dialog.serial} onClose={close} />
      )}
      {administrator && dialog?.kind === 'add' && (
        <AddDevice
          onClose={close}
          onCreated={(device) => {
            close();
            setCreated(device);
          }}
        />
      )}
      <DeviceKeyDialog device={created} onClose={() => setCreated(null)} />
    </>
  );
}

const SERIAL_KEYS = ['device', 'settings', 'edit'] as const;
const KEYS = [...SERIAL_KEYS, 'add'] as const;
/** The parameters of tabs and lists within the details of a device begin so; see DEV-63. */
const DETAILS_PREFIX = 'details_';
const belongsToDialog = (key: string): boolean =>
  key === SETTINGS_TAB_PARAM || key.startsWith(DETAILS_PREFIX) || KEYS.some((each) => each === key);
type Dialog = { kind: (typeof SERIAL_KEYS)[number]; serial: Serial } | { kind: 'add' };

export type DeviceDialogState = ReturnType<typeof useDeviceDialogs>;

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

function DeviceKeyDialog({ device, onClose }: { device: CreatedDevice | null; onClose: () => void }) {
  const { t } = useTranslation('devices');
  return (
    <KeyDialog
      secret={device?.device_key ?? null}
      title={t('key.title')}
      label={t('key.label')}
      copyLabel={t('key.copy')}
      owner={
        <Text fw={600} className="tabular">
          {device?.serial}
        </Text>
      }
      onClose={onClose}
    >
      {t('key.text')}
    </KeyDialog>
  );
}
