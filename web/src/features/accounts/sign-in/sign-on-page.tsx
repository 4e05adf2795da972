import { Loader, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { AppDispatch } from '../../../app/store.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { PublicPage } from '../../../ui/public-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useExchangeSignOnMutation } from '../../single-sign-on/sign-on-api.ts';
import { useLoginTwoFactorMutation } from './login-api.ts';
import type { SignedIn } from './login-answer.ts';
import { TwoFactorForm } from './two-factor-form.tsx';
import { startSession } from './use-login.ts';

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
  const { error, challenge, failure, submitting, exchange, verify, fail, forgive } = useExchange();
  const started = useRef(false);
  useEffect(() => {
    // A token works once.
    if (started.current) return;
    started.current = true;
    void exchange(token);
  }, [exchange, token]);
  if (error !== undefined) {
    return (
      <Stack gap="sm">
        <Notice tone="error">{errorText(error, t('login.errors.unexpected'))}</Notice>
        <TextLink to="/login">{t('two_factor.back')}</TextLink>
      </Stack>
    );
  }
  if (challenge === null) return <Loader aria-label={t('login.submitting')} />;
  return (
    <>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <TwoFactorForm
        submitting={submitting}
        onSubmit={(code) => void verify(code)}
        onEmpty={fail}
        onEdit={forgive}
        onBack={() => globalThis.location.assign('/login')}
      />
    </>
  );
}

/** Exchanges the token, with the second step for those who have a second factor. */
function useExchange() {
  const { t } = useTranslation('auth');
  const errorText = useErrorMessage();
  const dispatch = useDispatch<AppDispatch>();
  const navigate = useNavigate();
  const [exchangeToken, { error }] = useExchangeSignOnMutation();
  const [verifyCode, { isLoading: submitting }] = useLoginTwoFactorMutation();
  const [challenge, setChallenge] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const enter = ({ id, role, user_key }: SignedIn & { user_key: string }): void => {
    dispatch(startSession({ user_id: id, role }, user_key));
    void navigate('/home', { replace: true });
  };
  const exchange = async (token: string): Promise<void> => {
    const { data } = await exchangeToken({ token });
    if (!data) return;
    if ('challenge' in data) setChallenge(data.challenge);
    else enter(data);
  };
  const verify = async (code: string): Promise<void> => {
    if (submitting || challenge === null) return;
    setFailure(null);
    const { data, error: refused } = await verifyCode({ challenge, code });
    const key = data?.user_key;
    if (data && key !== undefined) enter({ ...data, user_key: key });
    else setFailure(errorText(refused, t('login.errors.no_key')));
  };
  return { error, challenge, failure, submitting, exchange, verify, fail: setFailure, forgive: () => setFailure(null) };
}
