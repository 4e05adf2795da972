import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode; compact?: boolean };

/** The empty state: what is shown here, and the action that adds the first one. `compact`: as a part of a card. */
export function EmptyState({ icon, title, children, action, compact = false }: Props) {
  return (
    <Stack align="center" gap="xs" py={compact ? 16 : 48} px="md" ta="center">
      <ThemeIcon size={48} radius="xl" variant="light" color="purple" aria-hidden>
        {icon}
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {children !== undefined && (
        <Text size="sm" c="dimmed" maw={440}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
