import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { selectSessionEnd } from '../../../lib/session/session-slice.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { PublicPage } from '../../../ui/public-page.tsx';
import type auth from '../../../locales/en/auth.json';
import { useAddress } from '../../../lib/address.ts';
import { LoginForm } from './login-form.tsx';
import { readLoginState } from '../../../lib/session/sign-in-state.ts';

/** The sign-in page, which every unknown path shows too. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const { from, message, email } = readLoginState(useLocation().state);
  const ended = useSelector(selectSessionEnd);
  const problem = signOnProblemOf(useAddress()[0].get('sign_on'));
  return (
    <PublicPage tab={t('login.submit')}>
      <LoginForm target={from ?? '/home'} email={email}>
        {message !== undefined && <Notice>{message}</Notice>}
        {problem !== null && <Notice tone="error">{t(`sign_on.problem.${problem}`)}</Notice>}
        {ended === 'blocked' && <Notice tone="error">{t('login.blocked')}</Notice>}
        {ended === 'expired' && <Notice tone="warning">{t('login.expired')}</Notice>}
      </LoginForm>
    </PublicPage>
  );
}

/** Why a sign-in with an identity provider has failed, as the address says it; null without one. */
function signOnProblemOf(text: string | null): keyof (typeof auth)['sign_on']['problem'] | null {
  return PROBLEMS.find((problem) => problem === text) ?? null;
}

/** The contract has the same list, which the first load does not contain. */
const PROBLEMS = [
  'unavailable',
  'cancelled',
  'expired',
  'refused',
  'email',
  'domain',
  'taken',
  'left',
  'full',
  'busy',
  'unknown',
] as const;
