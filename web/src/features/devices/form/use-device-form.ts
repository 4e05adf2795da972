import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isSerial } from '@belfry/schemas/domain/serial';
import { useEditConflict } from '../../../lib/edit-conflict.ts';
import { useExpiringState } from '../../../lib/timers.ts';
import { isEmail, payloadOf, type DeviceFormValues } from './device-form-values.ts';
import type { FormError } from './device-form-error.ts';

export type DevicePayload = ReturnType<typeof payloadOf>;
export type SendDevice = {
  initial: DeviceFormValues;
  /** How long an error is shown; absent: until the next attempt. */
  errorMs?: number | undefined;
  /** Sends the form; resolves to the error, or null on success. */
  onSend: (payload: DevicePayload) => Promise<FormError | null>;
  onDirty: (dirty: boolean) => void;
};

/** The values of the device form, their checks, and sending them. After an error the first invalid field has the focus. */
export function useDeviceForm({ initial, errorMs, onSend, onDirty }: SendDevice) {
  const { t } = useTranslation('devices');
  const [formError, show, clear] = useExpiringState<FormError>();
  const form = useForm<DeviceFormValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: {
      serial: (text) =>
        text.trim() === '' ? t('invalid.serialRequired') : isSerial(text) ? null : t('invalid.serial'),
      email: (text) => (isEmail(text) ? null : t('invalid.email')),
    },
  });
  const conflict = useEditConflict(form);
  const dirty = form.isDirty();
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const submit = form.onSubmit(
    async (values) => {
      clear();
      conflict.clear();
      const refused = await onSend(payloadOf(values));
      if (!refused) return;
      if (refused.current) {
        conflict.rebase(refused.current);
        return;
      }
      if (!refused.field) return show(refused, errorMs);
      form.setFieldError(refused.field, refused.text);
      form.getInputNode(refused.field)?.focus();
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return { form, submit, conflict, formError };
}
