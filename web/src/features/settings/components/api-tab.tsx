import { Anchor, Paper } from '@mantine/core';
import { IconApi } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/states/empty-state.tsx';

/** Says that its configuration is coming soon, and where the calls are described already. */
export function ApiTab() {
  const { t } = useTranslation('settings');
  return (
    <Paper withBorder>
      <EmptyState
        icon={<IconApi size={24} />}
        title={t('api.title')}
        action={
          <Anchor href="/api/docs/" target="_blank" rel="noreferrer" size="sm">
            {t('api.docs')}
          </Anchor>
        }
      >
        {t('api.text')}
      </EmptyState>
    </Paper>
  );
}
