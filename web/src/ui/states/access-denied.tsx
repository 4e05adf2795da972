import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Role } from '@belfry/schemas/domain/roles';
import { useRoleLabel } from '../use-role-label.ts';

/** What users without administrator rights see instead of the page; see DEV-24. */
export function AccessDenied({ role }: { role: Role }) {
  const roleLabel = useRoleLabel();
  const { t } = useTranslation('ui');
  return (
    <Stack align="center" gap="sm" py={64} px="md" ta="center">
      <ThemeIcon size={56} radius="xl" variant="light" color="error" aria-hidden>
        <IconLock size={28} />
      </ThemeIcon>
      <Title order={1} size="h3">
        {t('access_denied.title')}
      </Title>
      <Text c="dimmed">{t('access_denied.who')}</Text>
      <Text size="sm" c="dimmed">
        {t('access_denied.role', { role: roleLabel(role) })}
      </Text>
    </Stack>
  );
}
