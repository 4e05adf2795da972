import { ActionIcon, Group, TextInput, type TextInputProps } from '@mantine/core';
import { IconDice5, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DEVICE_PASS_MAX } from '@belfry/schemas/domain/limits';
import { randomPass } from './device-form-values.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
  /** The device has a pass, which an empty field keeps. */
  kept: boolean;
};

/** The device pass with its remaining characters, clear and generate. Shown in clear text, because it has to be entered at the device. */
export function PassField({ value, onChange, kept, ...props }: Props) {
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
