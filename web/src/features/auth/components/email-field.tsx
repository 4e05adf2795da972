import { TextInput, type TextInputProps } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { isEmail } from '../../../lib/email.ts';
import classes from './email-field.module.css';

type Props = Omit<TextInputProps, 'type' | 'value' | 'rightSection'> & { value: string };

/** Red border and cross while invalid, green and a check mark when valid, neutral while empty (specification 000 §2). */
export function EmailField({ value, ...rest }: Props) {
  const validity = value === '' ? undefined : isEmail(value) ? 'valid' : 'invalid';
  return (
    <TextInput
      {...rest}
      type="email"
      required
      value={value}
      autoComplete="username"
      spellCheck={false}
      classNames={{ input: classes.input }}
      data-validity={validity}
      // The only way to `aria-invalid` that Mantine leaves open; the colour comes from the validity.
      error={validity === 'invalid'}
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
