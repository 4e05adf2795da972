import { useTranslation } from 'react-i18next';
import { PublicPage } from '../../ui/public-page.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { RegisterForm } from './components/register-form.tsx';

/** The registration screen. */
export function RegisterPage() {
  const { t } = useTranslation('register');
  return (
    <PublicPage tab={t('title')} caption={t('title')} lead={t('lead')} wide>
      <RegisterForm />
      <TextLink to="/login" mt="md" display="inline-block">
        {t('to_login')}
      </TextLink>
    </PublicPage>
  );
}
