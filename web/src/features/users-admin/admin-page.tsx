import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useAddress } from '../../lib/address/use-address.ts';
import { shownData } from '../../lib/paging/shown-data.ts';
import { usePageSize } from '../../lib/paging/use-page-size.ts';
import { AddUser } from './components/dialogs/add-user.tsx';
import { EditUser } from './components/dialogs/edit-user.tsx';
import { ImportPeople } from './components/dialogs/import-people.tsx';
import { InviteDialog } from './components/dialogs/invite-dialog.tsx';
import { UserDialogs } from './components/dialogs/user-dialogs.tsx';
import { UsersHeader } from './components/users-header.tsx';
import { UsersList } from './components/users-list.tsx';
import { UsersSearch } from './components/users-search.tsx';
import { useBulkUsers } from './use-bulk-users.ts';
import { useUserActions } from './use-user-actions.ts';
import {
  changeOpened,
  changeUsersAddress,
  readOpened,
  readUsersAddress,
  type ChangeUsers,
  type Opened,
} from './users-address.ts';
import { useGetUsersPageQuery } from './users-admin-api.ts';

/** The users, for admin and root; others send no request; see USER-1. */
export function AdminPage() {
  const [params, setParams] = useAddress();
  const address = readUsersAddress(params);
  const opened = readOpened(params);
  const pageSize = usePageSize('users');
  const list = useGetUsersPageQuery({ ...address, page_size: pageSize[0] });
  // Typing replaces the history entry, choosing adds one.
  const change: ChangeUsers = (next, { replace = 'q' in next } = {}) =>
    setParams((now) => changeUsersAddress(now, next), { replace, preventScrollReset: true });
  const show = (next: Partial<Opened>): void =>
    setParams((now) => changeOpened(now, next), { preventScrollReset: true });
  const actions = useUserActions({ opened, show });
  const { data: counts } = shownData(list);
  const bulk = useBulkUsers(address, counts?.found ?? 0);
  const [importing, setImporting] = useState(false);
  const [inviting, setInviting] = useState(false);
  const others = counts && counts.total - 1;
  return (
    <Stack gap="lg">
      <UsersHeader
        onAdd={() => show({ add: true })}
        onImport={() => setImporting(true)}
        onInvite={() => setInviting(true)}
        onDeleteAll={others === undefined ? undefined : () => actions.askDeleteAll(others)}
      />
      <UsersSearch
        address={address}
        counts={counts}
        refreshing={list.isFetching}
        onRefresh={() => void list.refetch()}
        onChange={change}
      />
      <UsersList
        list={list}
        bulk={bulk}
        pageSize={pageSize}
        address={address}
        actions={actions}
        onChange={change}
        onAdd={() => show({ add: true })}
      />
      {importing && <ImportPeople onClose={() => setImporting(false)} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {opened.add && <AddUser onClose={() => show({ add: false })} />}
      {opened.edit !== null && <EditUser key={opened.edit} id={opened.edit} onClose={() => show({ edit: null })} />}
      <UserDialogs {...actions.dialogs} />
    </Stack>
  );
}
