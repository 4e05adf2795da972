import { HomePage, SessionCard } from '../../features/shell/home/index.ts';
import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { Stack, Title } from '@mantine/core';
import { useIsImpersonated } from '../../lib/session/auth-api.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useMobile } from '../../lib/use-breakpoint.ts';
import type { ShowBanner } from '../../ui/states/banner.tsx';
import { ConfirmPhoneDialog } from '../../features/accounts/confirm/index.ts';
import { ProfileCard, UserCard } from '../../features/accounts/profile/index.ts';
import { SessionsCard } from '../../features/accounts/sessions/index.ts';
import { TwoFactorCard } from '../../features/accounts/two-factor/index.ts';
import { EmergencyButton } from '../../features/announcements/emergency/index.ts';
import { OwnGrantsCard, StoppedGrantsCard } from '../../features/grants/index.ts';
import { OwnInvitationsCard } from '../../features/teams/index.ts';
import { PlacesNow } from './home/places-now.tsx';
import classes from './home-screen.module.css';

export const HomeScreen = () => (
  <HomePage AskedSection={AskedSection} PlacesSection={PlacesSection} AccountSection={AccountSection} />
);

/** A phone has no room for the emergencies in the header. */
function PlacesSection() {
  const mobile = useMobile();
  return (
    <>
      <PlacesNow />
      {mobile && <EmergencyButton asRow />}
    </>
  );
}

function AskedSection() {
  const isImpersonated = useIsImpersonated();
  if (isImpersonated) return null;
  return (
    <>
      <OwnInvitationsCard />
      <OwnGrantsCard />
      <StoppedGrantsCard />
    </>
  );
}

function AccountSection({ profile, banner }: { profile: Profile; banner: ShowBanner }) {
  const { t } = useTranslation('home');
  // Sign-ins and the second factor are for the owner only: the server refuses them to an administrator who works in the account.
  const own = profile.opened_by === null;
  return (
    <section aria-labelledby="account" className={classes.section}>
      <Title order={2} size="h4" mb="md" id="account">
        {t('account')}
      </Title>
      <div className={classes.columns}>
        <Stack gap="md">
          <ProfileCard profile={profile} banner={banner} confirmPhone={ConfirmPhoneDialog} />
          {own && <SessionsCard />}
        </Stack>
        <Stack gap="md">
          <UserCard profile={profile} />
          <SessionCard />
          {own && <TwoFactorCard />}
        </Stack>
      </div>
    </section>
  );
}
