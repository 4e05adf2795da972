import { Loader, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { PublicPage } from '../../../ui/public-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useExchangeSignOnMutation } from './sign-on-api.ts';
import { TwoFactorForm } from './two-factor-form.tsx';
import { useLogin } from './use-login.ts';

/** The end of a sign-in with an identity provider, which sends the browser here with a token in the fragment; see SSO-3. */
export function SignOnPage() {
  const { t } = useTranslation('auth');
  const [token] = useState(useLocation().hash.slice(1));
  if (token === '') return <Navigate to="/login" replace />;
  return (
    <PublicPage tab={t('login.submit')} caption={t('sign_on.caption')}>
      <Exchange token={token} />
    </PublicPage>
  );
}

function Exchange({ token }: { token: string }) {
  const { t } = useTranslation('auth');
  const errorText = useErrorMessage();
  const navigate = useNavigate();
  const [exchange, { error }] = useExchangeSignOnMutation();
  const login = useLogin(() => void navigate('/home', { replace: true }));
  const { continueWith, failure } = login;
  const started = useRef(false);
  useEffect(() => {
    // A token works once.
    if (started.current) return;
    started.current = true;
    void exchange({ token }).then(({ data }) => {
      if (data && !('setup_key' in data)) continueWith(data);
    });
  }, [exchange, continueWith, token]);
  if (error !== undefined) {
    return (
      <Stack gap="sm">
        <Notice tone="error">{errorText(error, t('login.errors.unexpected'))}</Notice>
        <TextLink to="/login">{t('two_factor.back')}</TextLink>
      </Stack>
    );
  }
  if (!login.asksCode && !failure) return <Loader aria-label={t('login.submitting')} />;
  return (
    <>
      {failure && <Notice tone="error">{failure.text}</Notice>}
      <TwoFactorForm
        methods={login.methods}
        asking={login.askingForPasskey}
        onPasskey={() => void login.askForPasskey()}
        submitting={login.submitting}
        onSubmit={(code) => void login.verify(code)}
        onEmpty={login.fail}
        onEdit={login.forgive}
        onBack={() => globalThis.location.assign('/login')}
      />
    </>
  );
}
