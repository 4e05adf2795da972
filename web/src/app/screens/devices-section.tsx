import { isAdministrator, type Role } from '@belfry/schemas/domain/roles';
import { Button, Group, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FleetGrid } from '../../features/devices/index.ts';
import { FleetOverview } from '../../features/device-state/fleet/index.ts';

/** Counts of the whole fleet for administrators, the own devices for everybody else. */
export function DevicesSection({ role }: { role: Role }) {
  const { t } = useTranslation('home');
  const all = isAdministrator(role);
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
