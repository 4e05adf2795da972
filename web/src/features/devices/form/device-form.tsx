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
import { useTranslation } from 'react-i18next';
import { DEVICE_TYPES } from '@belfry/schemas/domain/device';
import { NOTE_MAX, DEVICE_PASS_MAX } from '@belfry/schemas/domain/limits';
import { FormButtons } from '../../../ui/dialogs/form-dialog.tsx';
import { ConflictNotice } from '../../../ui/states/conflict-notice.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { modesFor, type DeviceFormValues, randomPass } from './device-form-values.ts';
import type { FormError } from './device-form-error.ts';
import { CompanyPicker } from './company-picker.tsx';
import { TagsField } from './tags-field.tsx';
import { useDeviceForm, type SendDevice } from './use-device-form.ts';
import { IconDice5, IconX } from '@tabler/icons-react';
import { SERIAL_LENGTH, formatSerial, randomSerial } from '@belfry/schemas/domain/serial';

export type DeviceFormProps = SendDevice & {
  editing: boolean;
  hasPass: boolean;
  /** The device was deleted meanwhile: the input is kept, but can no longer be saved. */
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

/** The fields of a device. The input is kept after an error. */
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
            type="Device"
            {...form.getInputProps('company_id')}
            value={form.values.company_id}
          />
          <TextInput label={t('form.email')} type="email" autoComplete="off" {...form.getInputProps('email')} />
        </SimpleGrid>
        <TagsField label={t('form.tags')} {...form.getInputProps('tags')} value={form.values.tags} />
        <PassField {...form.getInputProps('pass')} value={form.values.pass} kept={hasPass} />
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
/** A serial that is formatted while it is typed, with a generator; read-only for an existing device. */
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
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('form.generateSerial')}
            onClick={() => onChange(randomSerial())}
          >
            <IconDice5 size={16} aria-hidden />
          </ActionIcon>
        )
      }
    />
  );
}

type PassFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
  /** The device has a pass, which an empty field keeps. */
  kept: boolean;
};
/** The device pass with its remaining characters, clear and generate. Shown in clear text, because it has to be entered at the device. */
function PassField({ value, onChange, kept, ...props }: PassFieldProps) {
  const { t } = useTranslation('devices');
  const left = t('form.passLeft', { count: DEVICE_PASS_MAX - value.length });
  return (
    <TextInput
      {...props}
      label={t('form.pass')}
      description={kept && value === '' ? t('form.passKept') : left}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      maxLength={DEVICE_PASS_MAX}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSectionWidth={68}
      rightSection={
        <Group gap={2} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            aria-label={t('form.clearPass')}
            disabled={value === ''}
            onClick={() => onChange('')}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            aria-label={t('form.generatePass')}
            onClick={() => onChange(randomPass())}
          >
            <IconDice5 size={16} aria-hidden />
          </ActionIcon>
        </Group>
      }
    />
  );
}
