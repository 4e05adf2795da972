import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A hint that a built-in list replaces one that could not be read; not an error, because there is something to choose. */
export function BuiltInHint({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Text component="output" display="block" size="sm" c="dimmed" mt={4}>
      {children}{' '}
      <Anchor component="button" type="button" size="sm" onClick={onRetry}>
        {t('retry')}
      </Anchor>
    </Text>
  );
}
