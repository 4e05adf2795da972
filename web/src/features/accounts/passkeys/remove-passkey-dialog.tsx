import type { Passkey } from '@belfry/schemas/http/accounts/passkeys';
import { Button, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { TwoFactorDialog } from '../two-factor/index.ts';
import { useRemovePasskeyMutation } from './passkeys-api.ts';
import { PasswordField } from './password-field.tsx';

/** Requires the password, since a passkey that is removed may be the only second factor. */
export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation(['passkeys', 'auth']);
  const errorText = useErrorMessage();
  const [remove, { isLoading }] = useRemovePasskeyMutation();
  const [password, setPassword] = useState('');
  const [ofPassword, setOfPassword] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    setRefusal(null);
    if (password === '') return setOfPassword(t('auth:login.password_required'));
    const { error } = await remove({ id: passkey.id, password });
    if (error) {
      const code = isApiError(error) ? error.code : null;
      if (code === 'wrong_password') return setOfPassword(errorText(error, t('failed')));
      return setRefusal(code === 'conflict' ? t('remove.last') : errorText(error, t('failed')));
    }
    toast('success', t('remove.done', { name: passkey.name }));
    onClose();
  };
  return (
    <TwoFactorDialog title={t('remove.title')} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate aria-busy={isLoading}>
        <Stack gap="md">
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('remove.lead', { name: passkey.name })}
          </Text>
          {refusal !== null && <Notice tone="error">{refusal}</Notice>}
          <PasswordField
            value={password}
            error={ofPassword}
            onChange={(typed) => {
              setPassword(typed);
              setOfPassword(null);
            }}
          />
          <Button type="submit" color="error" loading={isLoading}>
            {t('remove.submit')}
          </Button>
        </Stack>
      </form>
    </TwoFactorDialog>
  );
}
