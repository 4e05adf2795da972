import { Anchor, Paper } from '@mantine/core';
import { IconApi } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';

/** Announces the configuration of the API, and links to the description of its requests. */
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
