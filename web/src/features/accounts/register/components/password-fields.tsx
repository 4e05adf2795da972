import { PasswordInput, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StrengthMeter } from '../../../../ui/fields/strength-meter.tsx';
import type { FieldsProps } from './fields.ts';
import classes from './password-fields.module.css';

/** Password with its strength, and a confirmation that is compared while it is typed. */
export function PasswordFields({ form, edit, errorOf }: FieldsProps) {
  const { t } = useTranslation('register');
  const { password, confirmPassword } = form;
  const typed = confirmPassword !== '';
  const matches = typed && password === confirmPassword;
  return (
    <>
      <Stack gap={8}>
        <PasswordInput
          name="password"
          label={t('fields.password')}
          required
          autoComplete="new-password"
          value={password}
          onChange={(event) => edit({ password: event.currentTarget.value })}
          error={errorOf('password')}
          visibilityToggleButtonProps={{ 'aria-label': t('toggle.password'), tabIndex: 0 }}
        />
        <StrengthMeter password={password} />
      </Stack>
      <Stack gap={5}>
        <PasswordInput
          name="confirmPassword"
          label={t('fields.confirm')}
          required
          autoComplete="new-password"
          value={confirmPassword}
          onChange={(event) => edit({ confirmPassword: event.currentTarget.value })}
          error={errorOf('confirmPassword') ?? (typed && !matches ? t('rules.mismatch') : undefined)}
          visibilityToggleButtonProps={{ 'aria-label': t('toggle.confirm'), tabIndex: 0 }}
        />
        <output>
          {matches && (
            <Text component="span" size="xs" className={classes.match}>
              <IconCheck size={14} aria-hidden />
              {t('match')}
            </Text>
          )}
        </output>
      </Stack>
    </>
  );
}
