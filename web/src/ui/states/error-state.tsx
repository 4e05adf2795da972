import { Button, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';

type Props = {
  title?: string;
  message: string;
  detail?: string | undefined;
  onRetry?: () => void;
  retrying?: boolean;
  action?: ReactNode;
};

export function ErrorState({ title, message, detail, onRetry, retrying = false, action }: Props) {
  const { t } = useTranslation('common');
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center" role="alert">
      <ThemeIcon size={48} radius="xl" variant="light" color="error" aria-hidden>
        <IconAlertTriangle size={24} />
      </ThemeIcon>
      <Text fw={600}>{title ?? t('error.title')}</Text>
      <Text size="sm" c="dimmed" maw={440}>
        {message}
      </Text>
      {detail !== undefined && (
        <Text size="xs" c="dimmed" maw={440} style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
      )}
      {onRetry && (
        <Button
          mt="xs"
          variant="light"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onRetry}
          loading={retrying}
        >
          {t('retry')}
        </Button>
      )}
      {action}
    </Stack>
  );
}
