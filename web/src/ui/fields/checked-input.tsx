import { TextInput, type TextInputProps } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import classes from './checked-input.module.css';
import { isEmail } from '@belfry/schemas/domain/email-address';
import type { ComponentProps } from 'react';

type CheckedInputProps = Omit<TextInputProps, 'value' | 'rightSection'> & {
  value: string;
  /** Null where the value can be sent but may be wrong. */ valid: boolean | null;
};

/** Red border and cross when invalid, green and a check mark when valid, neutral while empty; see SHELL-11. */
export function CheckedInput({ value, valid, error, ...rest }: CheckedInputProps) {
  const typed = value === '' || valid === null ? undefined : valid ? 'valid' : 'invalid';
  const validity = error ? 'invalid' : typed;
  return (
    <TextInput
      {...rest}
      value={value}
      spellCheck={false}
      classNames={{ input: classes.input }}
      data-validity={validity}
      // Mantine sets `aria-invalid` only by `error`; the colour is set by `data-validity`.
      error={error ?? validity === 'invalid'}
      withErrorStyles={false}
      rightSectionPointerEvents="none"
      rightSection={
        validity &&
        (validity === 'valid' ? (
          <IconCheck size={18} color="var(--bf-success)" aria-hidden />
        ) : (
          <IconX size={18} color="var(--bf-error)" aria-hidden />
        ))
      }
    />
  );
}

type Props = Omit<ComponentProps<typeof CheckedInput>, 'type' | 'valid'>;

export const EmailField = ({ value, ...rest }: Props) => (
  <CheckedInput autoComplete="username" {...rest} type="email" required value={value} valid={isEmail(value.trim())} />
);
