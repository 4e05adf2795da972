import { useTranslation } from 'react-i18next';
import { adminDeviceModeSchema } from '@belfry/schemas/domain/device';
import { useReturnFocus } from '../../../lib/focus.ts';
import { toast } from '../../../ui/toast.ts';
import { NEW_DEVICE } from './device-form-values.ts';
import { formErrorOf } from './device-form-error.ts';
import { useCreateDeviceMutation, type CreatedDevice } from '../devices-api.ts';
import { DeviceFormDialog } from './device-form-dialog.tsx';

const SUCCESS_MS = 5_000;

type Props = { onClose: () => void; onCreated: (device: CreatedDevice) => void };

/** Add New Device. The created device with its key is passed to `onCreated`. */
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
