import { useTranslation } from '../../../lib/translation.ts';
import { Navigate } from 'react-router';
import { useAddress } from '../../../lib/address.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { PublicPage } from '../../../ui/public-page.tsx';
import { LoginForm } from './login-form.tsx';

/** Sign-in by an emailed link, for an account whose sign-in limit is reached; without a token it is the sign-in page. */
export function UnlockPage() {
  const { t } = useTranslation('auth');
  const token = useAddress()[0].get('token');
  if (token === null || token === '') return <Navigate to="/login" replace />;
  return (
    <PublicPage tab={t('login.submit')}>
      <LoginForm target="/home" unlock={token}>
        <Notice>{t('unlock.lead')}</Notice>
      </LoginForm>
    </PublicPage>
  );
}
