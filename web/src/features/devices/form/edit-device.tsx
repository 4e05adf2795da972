import type { Device } from '@belfry/schemas/http/devices/devices';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { isApiError } from '../../../api/base/api-error.ts';
import { useGetDeviceQuery } from '../../../api/devices/device-info-api.ts';
import { transportText } from '../../../api/base/transport-text.ts';
import { readUserKey } from '../../../lib/session/session-store.ts';
import { changedFields, mergeEdit, revisionOf } from '../../../lib/editing/edit-conflict.ts';
import { useReturnFocus } from '../../../lib/hooks/use-return-focus.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { toast } from '../../../ui/toast.ts';
import { storedDeviceOf, payloadOf, valuesOf } from './device-form-values.ts';
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
  const { t } = useTranslation(['devices', 'common']);
  const { data, error, isFetching, refetch } = useGetDeviceQuery(serial);
  const [edit] = useEditDeviceMutation();
  // The form keeps the object with which it began, whatever others change meanwhile.
  const [device, setDevice] = useState<Device | null>(null);
  if (!device && data) setDevice(data);
  const send = async (payload: DevicePayload, base: Device): Promise<FormError | null> => {
    if (!base.device_id || !readUserKey()) return { field: null, text: t('error.noDevice') };
    const opened = payloadOf(valuesOf(base));
    const change = { ...changedFields(payload, opened), ...revisionOf(base) };
    const { error } = await edit({ device_id: base.device_id, serial, change });
    const current = storedDeviceOf(error);
    if (current && current.revision !== base.revision) {
      setDevice(current);
      const { conflicts } = mergeEdit({ opened, current: payloadOf(valuesOf(current)), typed: payload });
      // The conflicting fields are not in this form.
      if (conflicts.length === 0) return send(payload, current);
      return { field: null, text: '', current: valuesOf(current) };
    }
    if (error) return formErrorOf(error, 'update', t);
    toast('success', t('form.updated', { serial }), { durationMs: SUCCESS_MS });
    onClose();
    return null;
  };
  if (!device) {
    return (
      <Modal
        opened
        onClose={onClose}
        title={t('form.editTitle')}
        centered
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {error ? (
          <ErrorState
            message={t('error.info', { status: statusOf(error, t) })}
            detail={transportText(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <LineSkeletons count={8} height={32} />
        )}
      </Modal>
    );
  }
  return (
    <DeviceFormDialog
      title={t('form.editTitle')}
      submitLabel={t('form.save')}
      initial={valuesOf(device)}
      editing
      hasPass={device.has_pass}
      errorMs={ERROR_MS}
      deleted={isApiError(error) && error.status === 404}
      onSend={(payload) => send(payload, device)}
      onClose={onClose}
    />
  );
}
