import { useTranslation } from '../../../lib/translation.ts';
import { adminDeviceModeSchema } from '@belfry/schemas/domain/device';
import { useReturnFocus } from '../../../lib/focus.ts';
import { toast } from '../../../ui/toast.ts';
import { NEW_DEVICE, formErrorOf, payloadOf, valuesOf, type FormError } from './device-form-values.ts';
import { useCreateDeviceMutation, type CreatedDevice, useEditDeviceMutation, statusOf } from '../devices-api.ts';
import { deviceSchema, type Device } from '@belfry/schemas/http/devices/devices';
import { useState } from 'react';
import type { Serial } from '@belfry/schemas/domain/serial';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useGetDeviceQuery } from '../../device-state/device-state-api.ts';
import { sendEdit, changedFields, mergeEdit, revisionOf } from '../../../lib/edit-conflict.ts';
import { transportText } from '../../../lib/api/transport-text.ts';
import { readUserKey } from '../../../lib/session/session-store.ts';
import { LoadingDialog, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { type DevicePayload, DeviceForm, type DeviceFormProps } from './device-form.tsx';

const SUCCESS_MS = 5_000;

type Props = { onClose: () => void; onCreated: (device: CreatedDevice) => void };

export function AddDevice({ onClose, onCreated }: Props) {
  useReturnFocus();
  const { t } = useTranslation('devices');
  const [create] = useCreateDeviceMutation();
  return (
    <DeviceFormDialog
      title={t('form.addTitle')}
      submitLabel={t('form.create')}
      initial={NEW_DEVICE}
      editing={false}
      hasPass={false}
      onSend={async (payload) => {
        const { data, error } = await create({
          ...payload,
          device_mode: adminDeviceModeSchema.parse(payload.device_mode),
        });
        if (!data) return formErrorOf(error, 'create', t);
        toast('success', t('form.created', { serial: data.serial }), { durationMs: SUCCESS_MS });
        onCreated(data);
        return null;
      }}
      onClose={onClose}
    />
  );
}

const ERROR_MS = 5_000;

/** Edit Device, loaded by its serial, so that an address can open it. */
export function EditDevice({ serial, onClose }: { serial: Serial; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('devices');
  const { data, error, isFetching, refetch } = useGetDeviceQuery(serial);
  // The form keeps the object with which it began, whatever others change until it is saved.
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
  const send = async (payload: DevicePayload): Promise<FormError | null> => {
    if (!device.device_id || !readUserKey()) return { field: null, text: t('error.noDevice') };
    const { device_id, serial } = device;
    let base = payloadOf(valuesOf(device));
    const call = (from: Device) =>
      edit({ device_id, serial, change: { ...changedFields(payload, base), ...revisionOf(from) } });
    const rebase = (current: Device): number => {
      onConflict(current);
      const theirs = payloadOf(valuesOf(current));
      const { conflicts } = mergeEdit({ opened: base, current: theirs, typed: payload });
      base = theirs;
      return conflicts.length;
    };
    const { error, conflict } = await sendEdit(device, call, { schema: deviceSchema.strip(), rebase });
    if (conflict) return { field: null, text: '', current: valuesOf(conflict) };
    if (error) return formErrorOf(error, 'update', t);
    toast('success', t('form.updated', { serial }), { durationMs: SUCCESS_MS });
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
      onSend={send}
      onClose={onClose}
    />
  );
}

type DeviceFormDialogProps = Omit<DeviceFormProps, 'onCancel' | 'onDirty'> & { title: string; onClose: () => void };

function DeviceFormDialog({ title, onClose, ...form }: DeviceFormDialogProps) {
  return (
    <FormDialog title={title} onClose={onClose}>
      {(parts) => <DeviceForm {...form} {...parts} />}
    </FormDialog>
  );
}
