import { isAdministrator, ROLE_LABELS } from '@belfry/schemas/domain/roles';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import { selectRole } from '../../api/session-slice.ts';
import { useGetProfileQuery } from '../auth/auth-api.ts';
import { FleetGrid } from '../devices/components/fleet-grid.tsx';
import { FleetOverview } from '../fleet/components/fleet-overview.tsx';
import { ProfileError } from './components/profile-error.tsx';

/** First screen after sign-in: who one is, and the devices that are one's own to look after. */
export function HomePage() {
  const { t } = useTranslation('home');
  const { data: profile, error, refetch, isFetching } = useGetProfileQuery();
  const sessionRole = useSelector(selectRole) ?? 'user';
  const role = profile?.role ?? sessionRole;
  return (
    <Stack gap="xl">
      <div>
        <Title order={1} size="h2">
          {profile ? t('greeting', { name: profile.name }) : t('greeting_unknown')}
        </Title>
        <Text c="dimmed">{t('role', { role: ROLE_LABELS[role] })}</Text>
      </div>
      {error !== undefined && !profile && <ProfileError onRetry={() => void refetch()} retrying={isFetching} />}
      {isAdministrator(role) ? (
        <section aria-labelledby="fleet">
          <Group justify="space-between" mb="md">
            <Title order={2} size="h4" id="fleet">
              {t('fleet')}
            </Title>
            <Button
              component={Link}
              to="/devices"
              variant="subtle"
              size="compact-sm"
              rightSection={<IconArrowRight size={16} aria-hidden />}
            >
              {t('all_devices')}
            </Button>
          </Group>
          <FleetOverview />
        </section>
      ) : (
        <section aria-labelledby="own-devices">
          <Title order={2} size="h4" mb="md" id="own-devices">
            {t('own_devices')}
          </Title>
          <FleetGrid />
        </section>
      )}
    </Stack>
  );
}
