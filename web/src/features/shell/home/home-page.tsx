import type { Role } from '@belfry/schemas/domain/roles';
import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { Stack, Text, Title, Alert, Button, Group } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation, Trans } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectRole } from '../../../lib/session/session-slice.ts';
import { Banner, useBanner, type ShowBanner } from '../../../ui/states/banner.tsx';
import { CardSkeletons } from '../../../ui/states/skeletons.tsx';
import { useGetProfileQuery } from '../../../lib/session/auth-api.ts';
import { useRenewedVoices } from '../../speech/voice-lists-api.ts';
import { LocalTimeCard, LocalTimeSkeleton } from './components/local-time-card.tsx';
import { NewAccountNotice, QuotaWarning } from './components/quota-notices.tsx';
import { useRoleLabel } from '../../../ui/person.tsx';
import classes from './home-page.module.css';
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react';
import { z } from 'zod';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../../lib/storage.ts';
import { TextLink } from '../../../ui/text-link.tsx';

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

/** The profile could not be loaded; the rest of the page works without it; see HOME-1. */
function ProfileError({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  const { t } = useTranslation(['home', 'common']);
  return (
    <Alert color="error" variant="light" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Group justify="space-between">
        {t('profile_error')}
        <Button variant="subtle" color="error" size="compact-sm" onClick={onRetry} loading={retrying}>
          {t('common:retry')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Offers the guide on the first visit only; see HOME-9. */
function FirstVisit() {
  const { t } = useTranslation(['home', 'common']);
  const [shown, setShown] = useState(() => readLocal(LOCAL_KEYS.hasVisitedHome, z.boolean()) !== true);
  useEffect(() => writeLocal(LOCAL_KEYS.hasVisitedHome, true), []);
  if (!shown) return null;
  return (
    <Alert
      role="note"
      color="purple"
      variant="light"
      p="sm"
      icon={<IconSparkles size={18} aria-hidden />}
      withCloseButton
      closeButtonLabel={t('common:close')}
      onClose={() => setShown(false)}
    >
      <Trans
        t={t}
        i18nKey="first_visit"
        components={{
          a: (
            <TextLink to="/help" inherit underline="always">
              {null}
            </TextLink>
          ),
        }}
      />
    </Alert>
  );
}
