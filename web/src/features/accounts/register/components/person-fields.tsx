import { NAME_MAX } from '@belfry/schemas/domain/account';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmailField } from '../../../../ui/fields/email-field.tsx';
import type { FieldsProps } from './fields.ts';

/** Name and email. */
export function PersonFields({ form, edit, errorOf }: FieldsProps) {
  const { t } = useTranslation('register');
  return (
    <>
      <TextInput
        name="name"
        label={t('fields.name')}
        required
        autoComplete="name"
        maxLength={NAME_MAX}
        value={form.name}
        onChange={(event) => edit({ name: event.currentTarget.value })}
        error={errorOf('name')}
      />
      <EmailField
        name="email"
        label={t('fields.email')}
        autoComplete="email"
        value={form.email}
        onChange={(event) => edit({ email: event.currentTarget.value })}
        error={errorOf('email')}
      />
    </>
  );
}
