import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Tone = 'success' | 'warning' | 'error';
const ICONS: Record<Tone, Icon> = { success: IconCircleCheck, warning: IconInfoCircle, error: IconAlertTriangle };

/** A message above a form; errors have the warning icon and are announced immediately. */
export function Notice({ tone = 'success', children }: { tone?: Tone; children: ReactNode }) {
  const Mark = ICONS[tone];
  return (
    <Alert
      color={tone}
      variant="light"
      mb="md"
      p="sm"
      role={tone === 'error' ? 'alert' : 'status'}
      icon={<Mark size={18} aria-hidden />}
    >
      {children}
    </Alert>
  );
}
