import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Navigate } from 'react-router';
import { useAddress } from '../../../lib/address/use-address.ts';
import { selectSession } from '../../../api/session/session-slice.ts';
import { PublicPage } from '../../../ui/public-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { ChangePassword } from './components/change-password.tsx';
import { ResetPassword } from './components/reset-password.tsx';

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
