import type { Device } from '@belfry/schemas/http/devices/devices';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconChartBar, IconPlus, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  query: { data?: readonly Device[]; isFetching: boolean; refetch: () => unknown };
  onAdd: () => void;
  onStatistics: () => void;
  /** Further buttons. */
  children: ReactNode;
};

/** The title of the user's own devices with Add, Refresh and Statistics. */
export function UserDevicesHeader({ query, onAdd, onStatistics, children }: Props) {
  const { t } = useTranslation('user-devices');
  return (
    <Group justify="space-between" align="end" gap="sm">
      <div>
        <Title order={2} size="h4">
          {t('title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('lead')}
        </Text>
      </div>
      <Group gap="xs">
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
          {t('actions.add')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {t('actions.refresh')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconChartBar size={16} aria-hidden />}
          disabled={!query.data}
          onClick={onStatistics}
        >
          {t('actions.statistics')}
        </Button>
        {children}
      </Group>
    </Group>
  );
}
