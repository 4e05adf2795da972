import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { readUserKey } from '../../../lib/session-store.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { LineSkeletons } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.ts';
import { valuesOf } from '../device-form.ts';
import { refusalOf } from '../device-refusal.ts';
import { useEditDeviceMutation, useGetDeviceQuery } from '../devices-api.ts';
import { statusOf } from '../load-failure.ts';
import { DeviceFormDialog } from './device-form-dialog.tsx';

const SUCCESS_MS = 5_000;
const REFUSAL_MS = 5_000;

/** Edit Device, by its serial, so that the address alone can open it. */
export function EditDevice({ serial, onClose }: { serial: Serial; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation(['devices', 'common']);
  const { data: device, error, isFetching, refetch } = useGetDeviceQuery(serial);
  const [edit] = useEditDeviceMutation();
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
      refusalMs={REFUSAL_MS}
      onSend={async (change) => {
        if (!device.device_id || !readUserKey()) return { field: null, text: t('error.noDevice') };
        const { error } = await edit({ device_id: device.device_id, serial, change });
        if (error) return refusalOf(error, 'update', t);
        toast('success', t('form.updated', { serial }), { durationMs: SUCCESS_MS });
        onClose();
        return null;
      }}
      onClose={onClose}
    />
  );
}
