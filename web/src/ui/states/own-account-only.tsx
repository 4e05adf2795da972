import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = {
  /** Whether an administrator works in this account (`useIsImpersonated`). */
  isImpersonated: boolean;
  children: ReactNode;
};

/** Content that only the owner of the account may change; an administrator who works in it sees a notice instead. */
export function OwnAccountOnly({ isImpersonated, children }: Props) {
  const { t } = useTranslation('ui');
  if (!isImpersonated) return children;
  return (
    <Text size="sm" c="dimmed">
      {t('own_account_only')}
    </Text>
  );
}
