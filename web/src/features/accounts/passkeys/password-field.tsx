import { PasswordInput } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';

type Props = { value: string; error: string | null; onChange: (password: string) => void };

export function PasswordField({ value, error, onChange }: Props) {
  const { t } = useTranslation(['passkeys', 'auth']);
  return (
    <PasswordInput
      label={t('password')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error ?? undefined}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('auth:login.toggle_password'), tabIndex: 0 }}
      data-autofocus
    />
  );
}
