import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useGetProfileQuery } from '../../../../lib/session/auth-api.ts';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import type { Passwords } from '../../../../lib/session/sign-in-state.ts';
import { useChangePasswordMutation } from '../passwords-api.ts';
import { PasswordForm } from './password-form.tsx';

const LEAVE_AFTER_MS = 2_000;

/** Changes the password of the signed-in user, then opens /home; see SESSION-7. */
export function ChangePassword() {
  const { t } = useTranslation('passwords');
  const navigate = useNavigate();
  const leave = useTimeout(() => void navigate('/home'), LEAVE_AFTER_MS);
  const errorText = useErrorMessage();
  const { data: profile } = useGetProfileQuery();
  const [change, { isLoading }] = useChangePasswordMutation();
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);

  const submit = async ({ current, next }: Passwords): Promise<void> => {
    setError(null);
    const { error: failure } = await change({ currentPassword: current, newPassword: next, email: profile?.email });
    if (failure) return setError(errorText(failure, t('change.failed')));
    setDone(t('change.done'));
    leave.start();
  };
  return (
    <PasswordForm
      askCurrent
      saving={isLoading}
      error={error}
      done={done}
      onSubmit={(passwords) => void submit(passwords)}
    />
  );
}
