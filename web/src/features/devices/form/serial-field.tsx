import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SERIAL_LENGTH, formatSerial, randomSerial } from '@belfry/schemas/domain/serial';

type Props = Omit<TextInputProps, 'onChange'> & { onChange: (value: string) => void };

/** A serial that is formatted while it is typed, with a generator; read-only for an existing device. */
export function SerialField({ onChange, ...props }: Props) {
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
