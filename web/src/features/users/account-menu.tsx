import { Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { EditUser } from './edit-user.tsx';
import { useUserActions } from './use-user-actions.ts';
import { UserDialogs } from './user-dialogs.tsx';
import type { Opened } from './users-address.ts';
import { useGetUserInfoQuery } from './users-api.ts';

/**
 * What administrators do with an account, as entries of a menu, and the dialogs that they open.
 * @param id null: nothing
 */
export function useAccountMenu(id: number | null): { items: ReactNode; dialogs: ReactNode } {
  const { t } = useTranslation('people');
  const { currentData: user } = useGetUserInfoQuery(id ?? 0, { skip: id === null });
  const [opened, setOpened] = useState<Opened>({ info: null, edit: null, add: false });
  const show = (next: Partial<Opened>): void => setOpened((now) => ({ ...now, ...next }));
  const actions = useUserActions({ opened, show });
  if (id === null || !user) return { items: null, dialogs: null };
  const own = user.id === actions.ownId;
  return {
    items: (
      <>
        <Menu.Item onClick={() => actions.edit(user)}>{t('account.edit')}</Menu.Item>
        {!own && (
          <>
            <Menu.Item disabled={user.blocked || !user.active} onClick={() => actions.open(user)}>
              {t('account.open')}
            </Menu.Item>
            <Menu.Item onClick={() => actions.toggleBlock(user)}>
              {t(user.blocked ? 'account.unblock' : 'account.block')}
            </Menu.Item>
            <Menu.Item onClick={() => actions.askKey(user)}>{t('account.key')}</Menu.Item>
            <Menu.Item color="error" onClick={() => actions.askDelete(user)}>
              {t('account.delete')}
            </Menu.Item>
          </>
        )}
      </>
    ),
    dialogs: (
      <>
        {opened.edit !== null && <EditUser id={opened.edit} onClose={() => show({ edit: null })} />}
        <UserDialogs {...actions.dialogs} />
      </>
    ),
  };
}
