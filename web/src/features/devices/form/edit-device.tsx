import { deviceSchema, type Device } from '@belfry/schemas/http/devices/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useGetDeviceQuery } from '../../device-state/device-state-api.ts';
import { transportText } from '../../../lib/api/transport-text.ts';
import { readUserKey } from '../../../lib/session/session-store.ts';
import { changedFields, mergeEdit, revisionOf, storedObjectOf } from '../../../lib/edit-conflict.ts';
import { useReturnFocus } from '../../../lib/focus.ts';
import { LoadingDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { payloadOf, valuesOf } from './device-form-values.ts';
import { formErrorOf, type FormError } from './device-form-error.ts';
import { useEditDeviceMutation } from '../devices-api.ts';
import { statusOf } from '../load-failure.ts';
import type { DevicePayload } from './use-device-form.ts';
import { DeviceFormDialog } from './device-form-dialog.tsx';

const SUCCESS_MS = 5_000;
const ERROR_MS = 5_000;

/** Edit Device, loaded by its serial, so that an address can open it. */
export function EditDevice({ serial, onClose }: { serial: Serial; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('devices');
  const { data, error, isFetching, refetch } = useGetDeviceQuery(serial);
  // The form keeps the object with which it began, whatever others change meanwhile.
  const [device, setDevice] = useState<Device | null>(null);
  if (!device && data) setDevice(data);
  const deleted = isApiError(error) && error.status === 404;
  if (device) return <EditForm device={device} deleted={deleted} onConflict={setDevice} onClose={onClose} />;
  const failure = error
    ? {
        message: t('error.info', { status: statusOf(error, t) }),
        detail: transportText(error),
        onRetry: () => void refetch(),
        retrying: isFetching,
      }
    : null;
  return (
    <LoadingDialog
      title={t('form.editTitle')}
      failure={failure}
      skeleton={{ count: 8, height: 32 }}
      onClose={onClose}
    />
  );
}

type EditFormProps = { device: Device; deleted: boolean; onConflict: (current: Device) => void; onClose: () => void };

function EditForm({ device, deleted, onConflict, onClose }: EditFormProps) {
  const { t } = useTranslation('devices');
  const [edit] = useEditDeviceMutation();
  const send = async (payload: DevicePayload, base: Device): Promise<FormError | null> => {
    if (!base.device_id || !readUserKey()) return { field: null, text: t('error.noDevice') };
    const opened = payloadOf(valuesOf(base));
    const change = { ...changedFields(payload, opened), ...revisionOf(base) };
    const { error } = await edit({ device_id: base.device_id, serial: base.serial, change });
    const current = storedObjectOf(error, deviceSchema.strip());
    if (current && current.revision !== base.revision) {
      onConflict(current);
      const { conflicts } = mergeEdit({ opened, current: payloadOf(valuesOf(current)), typed: payload });
      // The conflicting fields are not in this form.
      if (conflicts.length === 0) return send(payload, current);
      return { field: null, text: '', current: valuesOf(current) };
    }
    if (error) return formErrorOf(error, 'update', t);
    toast('success', t('form.updated', { serial: base.serial }), { durationMs: SUCCESS_MS });
    onClose();
    return null;
  };
  return (
    <DeviceFormDialog
      title={t('form.editTitle')}
      submitLabel={t('form.save')}
      initial={valuesOf(device)}
      editing
      hasPass={device.has_pass}
      errorMs={ERROR_MS}
      deleted={deleted}
      onSend={(payload) => send(payload, device)}
      onClose={onClose}
    />
  );
}
