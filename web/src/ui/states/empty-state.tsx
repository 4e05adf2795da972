import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import type { Role } from '@belfry/schemas/domain/roles';
import { useRoleLabel } from '../person.tsx';

type EmptyStateProps = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode; compact?: boolean };

/** The empty state: what is shown here, and the action that adds the first one. `compact`: as a part of a card. */
export function EmptyState({ icon, title, children, action, compact = false }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={compact ? 16 : 48} px="md" ta="center">
      <ThemeIcon size={48} radius="xl" variant="light" color="purple" aria-hidden>
        {icon}
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {children !== undefined && (
        <Text size="sm" c="dimmed" maw={440} style={{ textWrap: 'balance' }}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}

/** Shown to users without administrator rights instead of the page; see DEV-24. */
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

type OwnAccountOnlyProps = {
  isImpersonated: boolean;
  children: ReactNode;
};

/** Content that only the owner of the account may change; an administrator who works in it sees a notice instead. */
export function OwnAccountOnly({ isImpersonated, children }: OwnAccountOnlyProps) {
  const { t } = useTranslation('ui');
  if (!isImpersonated) return children;
  return (
    <Text size="sm" c="dimmed">
      {t('own_account_only')}
    </Text>
  );
}
