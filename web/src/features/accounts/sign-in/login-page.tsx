import { useTranslation } from '../../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { useLocation, useSearchParams } from 'react-router';
import { selectSessionEnd } from '../../../lib/session/session-slice.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { PublicPage } from '../../../ui/public-page.tsx';
import { LoginForm } from './login-form.tsx';
import { readLoginState } from '../../../lib/session/sign-in-state.ts';
import { SIGN_ON_PROBLEMS } from '@belfry/schemas/http/single-sign-on/sign-on';

/** The sign-in page, which every unknown path shows too. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const { from, message, email } = readLoginState(useLocation().state);
  const ended = useSelector(selectSessionEnd);
  const problem = useSearchParams()[0].get('sign_on');
  return (
    <PublicPage tab={t('login.submit')}>
      <LoginForm target={from ?? '/home'} email={email}>
        {message !== undefined && <Notice>{message}</Notice>}
        {problem !== null && <SignOnProblem problem={problem} />}
        {ended === 'blocked' && <Notice tone="error">{t('login.blocked')}</Notice>}
        {ended === 'expired' && <Notice tone="warning">{t('login.expired')}</Notice>}
      </LoginForm>
    </PublicPage>
  );
}

/** Why a sign-in with an identity provider has failed, as the address of the sign-in page says it; nothing for a word that is unknown. */
function SignOnProblem({ problem }: { problem: string }) {
  const { t } = useTranslation('single-sign-on');
  const signOnProblem = SIGN_ON_PROBLEMS.find((each) => each === problem);
  return signOnProblem && <Notice tone="error">{t(`sign_in_problem.${signOnProblem}`)}</Notice>;
}
