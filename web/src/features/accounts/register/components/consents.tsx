import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FieldsProps } from './fields.ts';

/** Both consents are required; see REG-1. */
export function Consents({ form, edit, errorOf }: FieldsProps) {
  const { t } = useTranslation('register');
  return (
    <Stack gap="sm">
      <Checkbox
        name="cookies"
        label={t('consents.cookies')}
        checked={form.cookies}
        onChange={(event) => edit({ cookies: event.currentTarget.checked })}
        error={errorOf('cookies')}
      />
      <Checkbox
        name="personalData"
        label={t('consents.personal_data')}
        checked={form.personalData}
        onChange={(event) => edit({ personalData: event.currentTarget.checked })}
        error={errorOf('personalData')}
      />
    </Stack>
  );
}
