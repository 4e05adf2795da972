import { isEmail } from '@belfry/schemas/domain/email-address';
import type { ComponentProps } from 'react';
import { CheckedInput } from './checked-input.tsx';

type Props = Omit<ComponentProps<typeof CheckedInput>, 'type' | 'valid'>;

/** An email address, validated while it is typed. */
export const EmailField = ({ value, ...rest }: Props) => (
  <CheckedInput autoComplete="username" {...rest} type="email" required value={value} valid={isEmail(value.trim())} />
);
