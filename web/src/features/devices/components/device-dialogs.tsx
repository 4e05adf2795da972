import { useState } from 'react';
import { useSelector } from 'react-redux';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { lazyDialog, lazyDrawer } from '../../../ui/dialogs/lazy-dialog.tsx';
import type { CreatedDevice } from '../devices-api.ts';
import type { TimelineSlot } from '../timeline-slot.ts';
import type { DeviceDialogs as Dialogs } from '../use-device-dialogs.ts';
import { DeviceKeyDialog } from '../form/device-key-dialog.tsx';

// The drawer and the forms are loaded when they are opened.
const DeviceDrawer = lazyDrawer(async () => (await import('../device-drawer.tsx')).DeviceDrawer);
const DeviceSettings = lazyDialog(async () => (await import('../../device-state/settings/index.ts')).DeviceSettings);
const AddDevice = lazyDialog(async () => (await import('../form/add-device.tsx')).AddDevice);
const EditDevice = lazyDialog(async () => (await import('../form/edit-device.tsx')).EditDevice);

type Props = { dialogs: Dialogs; timeline?: TimelineSlot | undefined };

/** The dialog that the address names; editing and adding are for administrators. */
export function DeviceDialogs({ dialogs, timeline }: Props) {
  const role = useSelector(selectRole);
  const administrator = role !== null && isAdministrator(role);
  const [created, setCreated] = useState<CreatedDevice | null>(null);
  const { dialog, close, openEdit } = dialogs;
  return (
    <>
      {dialog?.kind === 'device' && (
        <DeviceDrawer
          key={dialog.serial}
          serial={dialog.serial}
          timeline={timeline}
          onClose={close}
          onEdit={administrator ? openEdit : undefined}
        />
      )}
      {dialog?.kind === 'settings' && <DeviceSettings key={dialog.serial} serial={dialog.serial} onClose={close} />}
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
