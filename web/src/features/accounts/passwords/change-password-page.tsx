import { useAct } from '../../../ui/use-act.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useSelector, useDispatch } from 'react-redux';
import { Navigate, useNavigate } from 'react-router';
import { useAddress } from '../../../lib/address.ts';
import { selectSession, endSession } from '../../../lib/session/session-slice.ts';
import { PublicPage } from '../../../ui/public-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { ChangePassword, PasswordForm } from './password-form.tsx';
import { Stack } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import type { AppDispatch } from '../../../app/store.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import type { LoginState } from '../../../lib/session/sign-in-state.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useCheckResetQuery, useResetPasswordMutation } from './passwords-api.ts';

const LEAVE_AFTER_MS = 2_000;
/** A new password by the one-time link of an email: only new and confirm; see SESSION-10. */
function ResetPassword({ token }: { token: string }) {
  const { t } = useTranslation('passwords');
  const errorText = useErrorMessage();
  const { isLoading, error } = useCheckResetQuery({ token });
  if (isLoading) return <LineSkeletons count={4} height={36} />;
  if (error === undefined) return <NewPassword token={token} />;
  return (
    <Stack gap="xs">
      <Notice tone="error">{errorText(error, t('reset.link_dead'))}</Notice>
      <TextLink to="/forgot-password">{t('reset.again')}</TextLink>
    </Stack>
  );
}
function NewPassword({ token }: { token: string }) {
  const { t } = useTranslation('passwords');
  const navigate = useNavigate();
  const dispatch = useDispatch<AppDispatch>();
  const leave = useTimeout(() => {
    const state: LoginState = { message: t('reset.sign_in') };
    void navigate('/login', { replace: true, state });
  }, LEAVE_AFTER_MS);
  const { act, pending, failure } = useAct({ inline: true });
  const [reset] = useResetPasswordMutation();
  const [done, setDone] = useState<string | null>(null);

  const submit = async (newPassword: string): Promise<void> => {
    const answer = await act(() => reset({ token, newPassword }), { failed: t('change.failed') });
    if (answer === undefined) return;
    setDone(t('reset.done'));
    // Every session of the account has ended, also one in this tab.
    dispatch(endSession('signed_out'));
    leave.start();
  };
  return (
    <PasswordForm
      askCurrent={false}
      saving={pending}
      error={failure}
      done={done}
      onSubmit={({ next }) => void submit(next)}
    />
  );
}

/** Outside the shell, with the key of a session or the token of an email; without either it redirects to /login; see SESSION-8. */
export function ChangePasswordPage() {
  const { t } = useTranslation('passwords');
  const token = useAddress()[0].get('token');
  const session = useSelector(selectSession);
  if (token !== null && token !== '') {
    return (
      <PublicPage tab={t('reset.title')} caption={t('reset.title')} lead={t('reset.lead')}>
        <ResetPassword token={token} />
        <TextLink to="/login" mt="md" display="inline-block">
          {t('to_login')}
        </TextLink>
      </PublicPage>
    );
  }
  if (!session) return <Navigate to="/login" replace />;
  return (
    <PublicPage tab={t('change.title')} caption={t('change.title')} lead={t('change.lead')}>
      <ChangePassword />
      <TextLink to="/home" mt="md" display="inline-block">
        {t('to_home')}
      </TextLink>
    </PublicPage>
  );
}
