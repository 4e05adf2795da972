import type { Role } from '@belfry/schemas/domain/roles';
import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { Stack, Text, Title } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../api/session/session-slice.ts';
import { Banner, useBanner, type ShowBanner } from '../../../ui/states/banner.tsx';
import { CardSkeletons } from '../../../ui/states/skeletons.tsx';
import { useGetProfileQuery } from '../../../api/session/auth-api.ts';
import { useRenewedVoices } from '../../../api/voice-lists/use-voice-lists.ts';
import { FirstVisit } from './components/first-visit.tsx';
import { LocalTimeCard, LocalTimeSkeleton } from './components/local-time-card.tsx';
import { NewAccountNotice, QuotaWarning } from './components/quota-notices.tsx';
import { ProfileError } from './components/profile-error.tsx';
import { useRoleLabel } from '../../../ui/use-role-label.ts';
import classes from './home-page.module.css';

type Props = {
  DevicesSection: ComponentType<{ role: Role }>;
  AccountSection: ComponentType<{ profile: Profile; banner: ShowBanner }>;
};

/** The first screen after sign-in: the user, the devices and the account. */
export function HomePage({ DevicesSection, AccountSection }: Props) {
  const roleLabel = useRoleLabel();
  const { t } = useTranslation('home');
  const { data: profile, error, refetch, isFetching } = useGetProfileQuery();
  const role = useSelector(selectRole) ?? 'user';
  const [message, showBanner] = useBanner();
  useRenewedVoices(profile?.lang);
  return (
    <>
      <Banner message={message} />
      <Stack gap="xl">
        <div className={classes.head}>
          <div>
            <Title order={1} size="h2">
              {profile ? t('greeting', { name: profile.name }) : t('greeting_unknown')}
            </Title>
            <Text c="dimmed">{t('role', { role: roleLabel(role) })}</Text>
          </div>
          {profile ? (
            <LocalTimeCard profile={profile} banner={showBanner} />
          ) : (
            error === undefined && <LocalTimeSkeleton />
          )}
        </div>
        <FirstVisit />
        <NewAccountNotice profile={profile} />
        <QuotaWarning viewer={role} />
        {error !== undefined && !profile && <ProfileError onRetry={() => void refetch()} retrying={isFetching} />}
        <DevicesSection role={role} />
        {profile ? (
          <AccountSection profile={profile} banner={showBanner} />
        ) : (
          error === undefined && <CardSkeletons count={2} height={440} cols={{ base: 1, md: 2 }} />
        )}
      </Stack>
    </>
  );
}
