import { ConfirmPhoneDialog } from '../../../features/accounts/confirm/index.ts';
import { PasskeySettings } from '../../../features/accounts/passkeys/index.ts';
import { ProfileLines } from '../../../features/accounts/profile/index.ts';
import { SessionsCard } from '../../../features/accounts/sessions/index.ts';
import { TwoFactorCard } from '../../../features/accounts/two-factor/index.ts';
import { PushSettings } from '../../../features/mail/push/index.ts';
import {
  AlarmsGroup,
  AppearanceGroup,
  SessionGroup,
  SignInGroup,
  WorkingGroup,
} from '../../../features/shell/settings/index.ts';
import { OwnAccess, OwnInvitationsCard } from '../../../features/teams/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useGetProfileQuery, useIsImpersonated } from '../../../lib/session/auth-api.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** All about the signed-in person: who they are, how the console looks, how they get in, what they are told. */
export function MePage() {
  const { t } = useTranslation('settings');
  const isImpersonated = useIsImpersonated();
  return (
    <SettingsFrame title={t('pages.me')} isFirst>
      {!isImpersonated && <OwnInvitationsCard Frame={PageSection} />}
      <Profile />
      <AppearanceGroup />
      <SignInGroup>
        <PasskeySettings />
      </SignInGroup>
      {!isImpersonated && <TwoFactorCard Frame={PageSection} />}
      <SessionGroup />
      {!isImpersonated && <SessionsCard Frame={PageSection} />}
      <WorkingGroup />
      <AlarmsGroup />
      <PushSettings />
      <OwnAccess />
    </SettingsFrame>
  );
}

function Profile() {
  const { t } = useTranslation(['settings', 'home']);
  const errorText = useErrorMessage();
  const { data, error, isFetching, refetch } = useGetProfileQuery();
  if (data) return <ProfileLines profile={data} confirmPhone={ConfirmPhoneDialog} />;
  return (
    <PageSection title={t('pages.me')}>
      {error ? (
        <ErrorState
          message={errorText(error, t('home:profile_error'))}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <LineSkeletons count={4} height={36} />
      )}
    </PageSection>
  );
}
