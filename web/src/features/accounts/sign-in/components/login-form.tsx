import { Title } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Notice } from '../../../../ui/states/notice.tsx';
import { clearSavedLogin, readSavedLogin } from '../../../../lib/session/saved-login.ts';
import { useLogin } from '../use-login.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { LoginError } from './login-error.tsx';
import { TwoFactorForm } from './two-factor-form.tsx';
import { UnlockOffer } from './unlock-offer.tsx';

const AUTOFILL_NOTICE_MS = 5_000;

type Props = {
  /** The path that is opened after the sign-in. */
  target: string;
  /** The token of an emailed link. */
  unlock?: string;
  /** The address that the screen before knows. */
  email?: string | undefined;
  children?: ReactNode;
};

/** Both steps of a sign-in with their messages. Credentials that registration saved are used once. `children` are below the caption. */
export function LoginForm({ target, unlock, email = '', children }: Props) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [saved] = useState(readSavedLogin);
  const [credentials, setCredentials] = useState(saved ?? { email, password: '' });
  const [autofilled, setAutofilled] = useState(saved !== null);
  const { submit, verify, submitting, failure, fail, forgive, asksCode, restart } = useLogin(
    () => void navigate(target, { replace: true }),
    unlock,
  );

  useEffect(clearSavedLogin, []);
  useTimeout(() => setAutofilled(false), AUTOFILL_NOTICE_MS, { autoInvoke: true });

  return (
    <>
      <Title order={2} size="h5" mb="sm">
        {t(asksCode ? 'two_factor.caption' : 'login.caption')}
      </Title>
      {children}
      {autofilled && <Notice>{t('login.autofilled')}</Notice>}
      {failure && <LoginError text={failure.text} unconfirmed={failure.unconfirmed} />}
      {failure?.limited !== undefined && <UnlockOffer email={failure.limited} />}
      {asksCode ? (
        <TwoFactorForm
          submitting={submitting}
          onSubmit={(code) => void verify(code)}
          onEmpty={fail}
          onEdit={forgive}
          onBack={restart}
        />
      ) : (
        <CredentialsForm
          initial={credentials}
          submitting={submitting}
          onProblem={fail}
          onEdit={forgive}
          onSubmit={(typed) => {
            setCredentials(typed);
            void submit(typed.email, typed.password);
          }}
        />
      )}
    </>
  );
}
