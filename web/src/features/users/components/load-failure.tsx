import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/base/api-error.ts';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';

type Props = { error: unknown; retrying: boolean; onRetry: () => void };

/** The red panel 'Ошибка: {status}' with the server's text and Retry; see USER-7. */
export function LoadFailure({ error, retrying, onRetry }: Props) {
  const { t } = useTranslation(['users-admin', 'common']);
  const errorText = useErrorMessage();
  const status = isApiError(error) && error.status > 0 ? error.status : t('no_answer');
  return (
    <Alert
      color="error"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('error_panel', { status })}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{errorText(error, t('common:error.fallback'))}</Text>
        <Button
          variant="light"
          color="error"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={retrying}
          onClick={onRetry}
        >
          {t('common:retry')}
        </Button>
      </Group>
    </Alert>
  );
}
