import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../../api/base/api-error.ts';
import { readUserKey } from '../../../../lib/session/session-store.ts';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useSaveDeviceSettingsMutation } from '../../../../api/devices/device-config-api.ts';
import { readDefaults } from '../device-defaults.ts';
import { useRegisterDeviceMutation, type RegisterDevice } from '../user-devices-api.ts';
import { RegisterDeviceForm } from './register-device.tsx';

const SUCCESS_MS = 5_000;

/** Add New Device: registers it, then applies the default settings of this browser, if there are any. */
export function AddUserDevice({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('user-devices');
  const errorText = useErrorMessage();
  const [register] = useRegisterDeviceMutation();
  const [saveSettings] = useSaveDeviceSettingsMutation();

  async function send(body: RegisterDevice): Promise<string | null> {
    if (readUserKey() === null) return t('no_token');
    const { data: device, error } = await register(body);
    if (!device) {
      const status = isApiError(error) && error.status > 0 ? String(error.status) : t('list.no_connection');
      return errorText(error, t('add.failed', { status }));
    }
    if ('approval' in device) {
      toast('success', t('add.approval', { serial: device.serial }), { durationMs: SUCCESS_MS });
      onClose();
      return null;
    }
    const { serial, device_mode } = device;
    toast('success', t(device_mode === 'wait' ? 'add.waiting' : 'add.done', { serial }), { durationMs: SUCCESS_MS });
    const settings = readDefaults();
    if (settings && (await saveSettings({ serial, settings })).error) {
      toast('warning', t('add.defaults_failed', { serial }), { durationMs: SUCCESS_MS });
    }
    onClose();
    return null;
  }
  return (
    <FormDialog title={t('add.title')} onClose={onClose}>
      {({ onCancel, onDirty }) => <RegisterDeviceForm onSend={send} onCancel={onCancel} onDirty={onDirty} />}
    </FormDialog>
  );
}
