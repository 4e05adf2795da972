import type { Profile } from '@belfry/schemas/http/auth';
import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ShowBanner } from '../../ui/states/banner.tsx';
import { ProfileCard } from '../../features/profile/components/profile-card.tsx';
import { UserCard } from '../../features/profile/components/user-card.tsx';
import { SessionsCard } from '../../features/sessions/components/sessions-card.tsx';
import { TwoFactorCard } from '../../features/two-factor/components/two-factor-card.tsx';
import classes from './account-section.module.css';
import { SessionCard } from '../../features/home/components/session-card.tsx';

/** Everything about the account, in two columns where there is room. */
export function AccountSection({ profile, banner }: { profile: Profile; banner: ShowBanner }) {
  const { t } = useTranslation('home');
  // Sign-ins and the second factor are the person's alone: the server shows them to nobody who works as them.
  const own = profile.opened_by === null;
  return (
    <section aria-labelledby="account" className={classes.section}>
      <Title order={2} size="h4" mb="md" id="account">
        {t('account')}
      </Title>
      <div className={classes.columns}>
        <Stack gap="md">
          <ProfileCard profile={profile} banner={banner} />
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
