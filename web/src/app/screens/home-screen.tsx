import { HomePage, SessionCard } from '../../features/shell/home/index.ts';
import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { Stack, Title, Button, Group } from '@mantine/core';
import { useIsImpersonated } from '../../lib/session/auth-api.ts';
import { useTranslation } from '../../lib/translation.ts';
import type { ShowBanner } from '../../ui/states/banner.tsx';
import { ConfirmPhoneDialog } from '../../features/accounts/confirm/index.ts';
import { ProfileCard, UserCard } from '../../features/accounts/profile/index.ts';
import { SessionsCard } from '../../features/accounts/sessions/index.ts';
import { TwoFactorCard } from '../../features/accounts/two-factor/index.ts';
import { OwnGrantsCard, StoppedGrantsCard } from '../../features/grants/index.ts';
import { OwnInvitationsCard } from '../../features/teams/index.ts';
import classes from './home-screen.module.css';
import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { FleetGrid, useGetOwnDevicesQuery } from '../../features/devices/index.ts';
import { useMemberships } from '../../features/teams/teams-api.ts';
import { FleetOverview } from '../../features/device-state/fleet/index.ts';

export const HomeScreen = () => (
  <HomePage AskedSection={AskedSection} DevicesSection={DevicesSection} AccountSection={AccountSection} />
);

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

/** Counts of the whole fleet for administrators, the own devices for everybody else; nothing for members who have none of their own. */
function DevicesSection({ role }: { role: Role }) {
  const { t } = useTranslation('home');
  const all = isAdministrator(role);
  const { data: own } = useGetOwnDevicesQuery(undefined, { skip: all });
  const { memberships, isLoading } = useMemberships();
  if (own?.length === 0 && (isLoading || memberships.length > 0)) return null;
  return (
    <section aria-labelledby="devices">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4" id="devices">
          {t(all ? 'fleet' : 'own_devices')}
        </Title>
        {all && (
          <Button
            component={Link}
            to="/devices"
            variant="subtle"
            size="compact-sm"
            rightSection={<IconArrowRight size={16} aria-hidden />}
          >
            {t('all_devices')}
          </Button>
        )}
      </Group>
      {all ? <FleetOverview /> : <FleetGrid />}
    </section>
  );
}
