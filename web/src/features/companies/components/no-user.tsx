import { Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useSignOut } from '../../../api/session/use-sign-out.ts';

/** A session without a user id, which a new sign-in repairs; see TREE-26. */
export function NoUser() {
  const { t } = useTranslation('companies');
  const signOut = useSignOut();
  return (
    <EmptyState
      icon={<IconUserOff size={24} />}
      title={t('no_user.title')}
      action={
        <Button mt="xs" onClick={() => void signOut()}>
          {t('no_user.action')}
        </Button>
      }
    >
      {t('no_user.text')}
    </EmptyState>
  );
}
