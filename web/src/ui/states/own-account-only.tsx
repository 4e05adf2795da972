import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOpenedAs } from '../../api/use-opened-as.ts';

/** What only the person themselves can change; to an administrator who works as them it says so. */
export function TheirsAlone({ children }: { children: ReactNode }) {
  const { t } = useTranslation('auth');
  if (!useOpenedAs()) return children;
  return (
    <Text size="sm" c="dimmed">
      {t('theirs_alone')}
    </Text>
  );
}
