import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  lead: string;
  submitLabel: string;
  busy: boolean;
  error: string | null;
  onSubmit: (password: string) => void;
};

/** Requires the password, which proves the owner of the account. */
export function PasswordStep({ lead, submitLabel, busy, error, onSubmit }: Props) {
  const { t } = useTranslation(['two-factor', 'auth']);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  // An error is about the password that was sent, and leaves with its first change.
  const [changed, setChanged] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setMissing(password === '');
    setChanged(false);
    if (password !== '') onSubmit(password);
  };
  return (
    <form onSubmit={submit} noValidate aria-busy={busy}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {lead}
        </Text>
        <PasswordInput
          label={t('password')}
          value={password}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            setMissing(false);
            setChanged(true);
          }}
          error={missing ? t('auth:login.password_required') : !changed && error}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('auth:login.toggle_password'), tabIndex: 0 }}
          data-autofocus
        />
        <Button type="submit" loading={busy}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
