import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { toast } from '../../../ui/toast.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useSaveDeviceSettingsMutation } from '../../device-state/device-config-api.ts';
import { writeDefaults, type DeviceChoice } from './device-defaults.ts';

/** Saves a choice on the device or, without one, as the defaults of this browser, and shows the result. */
export function useSaveChoice(serial: Serial | null): (choice: DeviceChoice) => Promise<void> {
  const { t } = useTranslation('user-devices');
  const errorText = useErrorMessage();
  const [send] = useSaveDeviceSettingsMutation();
  return async (choice) => {
    if (serial === null) writeDefaults(choice);
    const error = serial === null ? undefined : (await send({ serial, settings: choice })).error;
    if (error) toast('error', t('settings.failed', { message: errorText(error, t('list.no_connection')) }));
    else toast('success', t('settings.saved'));
  };
}
