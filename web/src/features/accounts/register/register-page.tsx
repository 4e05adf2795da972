import { useTranslation } from '../../../lib/translation.ts';
import { useLocation, useSearchParams } from 'react-router';
import { readLoginState } from '../../../lib/session/sign-in-state.ts';
import { readDraftInvitation } from '../../../lib/session/registration-draft.ts';
import { PublicPage } from '../../../ui/public-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { RegisterForm } from './register-form.tsx';
import { useGetRegistrationModeQuery } from './register-api.ts';
import { Text } from '@mantine/core';

/** The registration screen. The link of an invitation has a token, which stays while one returns from the confirmation. */
export function RegisterPage() {
  const { t } = useTranslation('register');
  const [params] = useSearchParams();
  const invitation = params.get('token') ?? readDraftInvitation();
  const invited = readLoginState(useLocation().state);
  const { data } = useGetRegistrationModeQuery();
  const mode = data?.mode === 'invite' && invitation !== undefined ? 'open' : (data?.mode ?? 'open');
  return (
    <PublicPage tab={t('title')} caption={t('title')} lead={t('lead')} wide>
      {mode === 'open' ? (
        <RegisterForm invitation={invitation} invited={invited} />
      ) : (
        <ClosedRegistration mode={mode} />
      )}
      <TextLink to="/login" mt="md" display="inline-block">
        {t('to_login')}
      </TextLink>
    </PublicPage>
  );
}

/** Instead of the form where nobody may register, or only who was invited; see REG-31. */
function ClosedRegistration({ mode }: { mode: 'invite' | 'off' }) {
  const { t } = useTranslation('register');
  return <Text component="output">{t(`closed.${mode}`)}</Text>;
}
