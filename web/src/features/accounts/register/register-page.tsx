import { skipToken } from '@reduxjs/toolkit/query';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useLocation, useSearchParams } from 'react-router';
import { readLoginState } from '../../../lib/session/sign-in-state.ts';
import { readDraftInvitation } from '../../../lib/session/registration-draft.ts';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { PublicPage } from '../../../ui/public-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { RegisterForm } from './register-form.tsx';
import { useGetRegistrationModeQuery, useReadRegistrationInvitationQuery } from './register-api.ts';
import { Text } from '@mantine/core';

/** The registration screen. The link of an invitation has a token, which stays while one returns from the confirmation. */
export function RegisterPage() {
  const { t } = useTranslation('register');
  const errorText = useErrorMessage();
  const [params] = useSearchParams();
  const invitation = params.get('token') ?? readDraftInvitation();
  const invited = readLoginState(useLocation().state);
  const { data, isLoading } = useGetRegistrationModeQuery();
  const asked = useReadRegistrationInvitationQuery(invitation === undefined ? skipToken : { token: invitation });
  // Whatever else fails is found out, and said, when the form is sent.
  const hasEnded = isApiError(asked.error) && asked.error.code === 'link_expired';
  const usable = hasEnded ? undefined : invitation;
  const mode = data?.mode === 'invite' && usable !== undefined ? 'open' : (data?.mode ?? 'open');
  const email = asked.data?.email ?? invited.email;
  return (
    <PublicPage tab={t('title')} caption={t('title')} lead={t('lead')} wide>
      {isLoading || asked.isLoading ? (
        <LineSkeletons count={4} height={44} />
      ) : (
        <>
          {hasEnded && mode !== 'off' && <Notice tone="error">{errorText(asked.error, t('failed'))}</Notice>}
          {mode === 'open' ? (
            <RegisterForm
              invitation={usable}
              invited={{ ...invited, ...(email !== undefined && !hasEnded && { email }) }}
            />
          ) : (
            <ClosedRegistration mode={mode} />
          )}
        </>
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
