import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type Props = { message: string; detail?: string | undefined; onRetry: () => void; retrying: boolean };

/** Above cards that could not be refetched: states that they are the last known values. */
export function RefreshFailed({ message, detail, onRetry, retrying }: Props) {
  const { t } = useTranslation(['ui', 'common']);
  return (
    <Alert color="warning" icon={<IconAlertTriangle size={18} aria-hidden />} mb="md" py="xs">
      <Group justify="space-between" gap="xs">
        <div>
          {t('refresh_failed', { message })}
          {detail !== undefined && <Text size="xs">{detail}</Text>}
        </div>
        <Button size="compact-sm" variant="light" color="warning" onClick={onRetry} loading={retrying}>
          {t('common:retry')}
        </Button>
      </Group>
    </Alert>
  );
}
