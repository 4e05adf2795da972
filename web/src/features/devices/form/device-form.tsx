import {
  Alert,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  ActionIcon,
  type TextInputProps,
  Group,
} from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { DEVICE_TYPES } from '@belfry/schemas/domain/device';
import { NOTE_MAX, DEVICE_PASS_MAX } from '@belfry/schemas/domain/limits';
import { FormButtons } from '../../../ui/dialogs/form-dialog.tsx';
import { useReportedDirty } from '../../../ui/dialogs/use-reported-dirty.ts';
import { ConflictNotice } from '../../../ui/states/conflict-notice.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import {
  modesFor,
  type DeviceFormValues,
  randomPass,
  type FormError,
  isEmail,
  payloadOf,
} from './device-form-values.ts';
import { CompanyPicker, TagsField } from './device-pickers.tsx';
import { IconDice5, IconX, type Icon } from '@tabler/icons-react';
import { SERIAL_LENGTH, formatSerial, randomSerial, isSerial } from '@belfry/schemas/domain/serial';
import { useForm } from '@mantine/form';
import { useEditConflict } from '../../../lib/edit-conflict.ts';
import { useExpiringState } from '../../../lib/timers.ts';

export type DeviceFormProps = SendDevice & {
  editing: boolean;
  hasPass: boolean;
  /** The device was deleted while the form was open: the input remains, but can no longer be saved. */
  deleted?: boolean;
  submitLabel: string;
  onCancel: () => void;
};

const LABELS = {
  serial: 'form.serial',
  device_type: 'form.type',
  device_mode: 'form.mode',
  company_id: 'form.company',
  note: 'form.note',
  email: 'form.email',
  tags: 'form.tags',
  pass: 'form.pass',
} as const satisfies Record<keyof DeviceFormValues, string>;

export function DeviceForm({
  initial,
  editing,
  hasPass,
  deleted = false,
  submitLabel,
  errorMs,
  onSend,
  onCancel,
  onDirty,
}: DeviceFormProps) {
  const { t } = useTranslation(['devices', 'common', 'ui']);
  const { form, submit, conflict, formError } = useDeviceForm({ initial, errorMs, onSend, onDirty });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {deleted && <Notice tone="error">{t('common:deleted')}</Notice>}
        <ConflictNotice conflicts={conflict.conflicts} labelOf={(field) => t(LABELS[field])} onTake={conflict.take} />
        <SerialField
          {...form.getInputProps('serial')}
          readOnly={editing}
          required
          data-autofocus={!editing || undefined}
        />
        <SimpleGrid cols={2} spacing="sm">
          <NativeSelect
            label={t('form.type')}
            data={DEVICE_TYPES.map((type) => ({ value: type, label: t(`ui:device.type.${type}`) }))}
            {...form.getInputProps('device_type')}
          />
          <NativeSelect
            label={t('form.mode')}
            data={modesFor(initial.device_mode)}
            {...form.getInputProps('device_mode')}
          />
        </SimpleGrid>
        <SimpleGrid cols={2} spacing="sm">
          <CompanyPicker
            label={t('form.company')}
            forDevice
            description={form.values.company_id === '' ? t('form.no_place') : undefined}
            {...form.getInputProps('company_id')}
            value={form.values.company_id}
          />
          <TextInput label={t('form.email')} type="email" autoComplete="off" {...form.getInputProps('email')} />
        </SimpleGrid>
        <TagsField label={t('form.tags')} {...form.getInputProps('tags')} value={form.values.tags} />
        <PassField {...form.getInputProps('pass')} value={form.values.pass} hasPass={hasPass} />
        <Textarea
          label={t('form.note')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={NOTE_MAX}
          {...form.getInputProps('note')}
        />
        {formError && <FormAlert error={formError} />}
        <FormButtons
          submitLabel={submitLabel}
          submitting={form.submitting}
          submitDisabled={deleted}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

function FormAlert({ error }: { error: FormError }) {
  return (
    <Alert color="error" py="xs" role="alert">
      {error.text}
      {error.detail !== undefined && <Text size="xs">{error.detail}</Text>}
    </Alert>
  );
}

type Props = Omit<TextInputProps, 'onChange'> & { onChange: (value: string) => void };
function SerialField({ onChange, ...props }: Props) {
  const { t } = useTranslation('devices');
  return (
    <TextInput
      {...props}
      className="tabular"
      variant={props.readOnly ? 'filled' : 'default'}
      label={t('form.serial')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={SERIAL_LENGTH}
      placeholder="0000-0000-0000-0000"
      onChange={({ currentTarget }) => onChange(formatSerial(currentTarget.value))}
      rightSection={
        !props.readOnly && (
          <FieldButton icon={IconDice5} label={t('form.generateSerial')} onClick={() => onChange(randomSerial())} />
        )
      }
    />
  );
}

type PassFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
  /** The device has a pass, which an empty field keeps. */
  hasPass: boolean;
};
/** The device pass with its remaining characters, clear and generate. Shown in clear text, because it has to be entered at the device. */
function PassField({ value, onChange, hasPass, ...props }: PassFieldProps) {
  const { t } = useTranslation('devices');
  const left = t('form.passLeft', { count: DEVICE_PASS_MAX - value.length });
  return (
    <TextInput
      {...props}
      label={t('form.pass')}
      description={hasPass && value === '' ? t('form.passKept') : left}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      maxLength={DEVICE_PASS_MAX}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSectionWidth={68}
      rightSection={
        <Group gap={2} wrap="nowrap">
          <FieldButton icon={IconX} label={t('form.clearPass')} disabled={value === ''} onClick={() => onChange('')} />
          <FieldButton icon={IconDice5} label={t('form.generatePass')} onClick={() => onChange(randomPass())} />
        </Group>
      }
    />
  );
}

type FieldButtonProps = { icon: Icon; label: string; disabled?: boolean; onClick: () => void };
const FieldButton = ({ icon: Mark, label, ...button }: FieldButtonProps) => (
  <ActionIcon variant="subtle" color="gray" size="md" aria-label={label} {...button}>
    <Mark size={16} aria-hidden />
  </ActionIcon>
);

export type DevicePayload = ReturnType<typeof payloadOf>;
type SendDevice = {
  initial: DeviceFormValues;
  /** How long an error is shown; absent: until the next attempt. */
  errorMs?: number | undefined;
  /** Sends the form; resolves to the error, or null on success. */
  onSend: (payload: DevicePayload) => Promise<FormError | null>;
  onDirty: (dirty: boolean) => void;
};

/** The values of the device form, their checks, and sending them. After an error the first invalid field has the focus. */
function useDeviceForm({ initial, errorMs, onSend, onDirty }: SendDevice) {
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
  useReportedDirty(dirty, onDirty);

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
