import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** The profile could not be loaded; the rest of the page works without it; see HOME-1. */
export function ProfileError({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
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
