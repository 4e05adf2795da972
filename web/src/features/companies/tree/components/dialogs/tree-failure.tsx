import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TreeViewName } from '../../tree-view-address.ts';

type Props = {
  /** Whether the tree was refetched by the user or automatically. */
  asked: boolean;
  view: TreeViewName;
  onRetry: () => void;
  retrying: boolean;
};

/** The red banner above a tree that could not be loaded; the last tree stays; see TREE-38. */
export function TreeFailure({ asked, view, onRetry, retrying }: Props) {
  const { t } = useTranslation(['tree', 'common']);
  const refreshed = view === 'devices' ? 'errors.refresh_list' : 'errors.refresh_tree';
  return (
    <Alert color="error" variant="light" py="xs" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Group justify="space-between" gap="xs">
        {t(asked ? refreshed : 'errors.load')}
        <Button size="compact-sm" variant="light" color="error" onClick={onRetry} loading={retrying}>
          {t('common:retry')}
        </Button>
      </Group>
    </Alert>
  );
}
