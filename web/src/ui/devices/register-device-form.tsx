import { Alert, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from '../../lib/translation.ts';
import { DEVICE_PASS_MAX, NOTE_MAX } from '@belfry/schemas/domain/limits';
import { formatSerial, isSerial, SERIAL_LENGTH } from '@belfry/schemas/domain/serial';
import { FormButtons } from '../dialogs/form-dialog.tsx';
import { useReportedDirty } from '../dialogs/use-reported-dirty.ts';
import { useExpiringState } from '../../lib/timers.ts';
import type { registerDeviceBodySchema } from '@belfry/schemas/http/devices/devices';
import type { z } from 'zod';

type Props = {
  /** Sends the form; resolves to the error text, or null on success. */
  onSend: (body: RegisterDevice) => Promise<string | null>;
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
};

/** Serial, password and notes of a device to register; see DEV-37. */
export function RegisterDeviceForm({ onSend, onCancel, onDirty }: Props) {
  const { t } = useTranslation('user-devices');
  const [refusal, show, clear] = useExpiringState<string>();
  const form = useForm({
    initialValues: { serial: '', pass: '', note: '' },
    validateInputOnBlur: true,
    validate: {
      serial: (serial) => (serial === '' ? t('add.serial_required') : isSerial(serial) ? null : t('add.serial_format')),
    },
  });
  const dirty = form.isDirty();
  useReportedDirty(dirty, onDirty);

  const submit = form.onSubmit(
    async (values) => {
      clear();
      const refused = await onSend(values);
      if (refused !== null) show(refused);
    },
    () => form.getInputNode('serial')?.focus(),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('add.serial')}
          description={t('add.serial_hint')}
          placeholder="0000-0000-0000-0000"
          className="tabular"
          inputMode="numeric"
          autoComplete="off"
          required
          data-autofocus
          maxLength={SERIAL_LENGTH}
          {...form.getInputProps('serial')}
          onChange={({ currentTarget }) => form.setFieldValue('serial', formatSerial(currentTarget.value))}
        />
        <TextInput
          label={t('add.pass')}
          description={t('add.pass_hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={DEVICE_PASS_MAX}
          {...form.getInputProps('pass')}
        />
        <Textarea
          label={t('add.note')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={NOTE_MAX}
          {...form.getInputProps('note')}
        />
        {refusal !== null && (
          <Alert color="error" py="xs" role="alert">
            {refusal}
          </Alert>
        )}
        <FormButtons
          submitLabel={t('add.submit')}
          submitting={form.submitting}
          submitDisabled={form.values.serial === ''}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

export type RegisterDevice = z.input<typeof registerDeviceBodySchema>;
