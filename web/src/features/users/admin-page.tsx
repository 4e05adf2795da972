import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useAddress } from '../../lib/address/use-address.ts';
import { useListAddress } from '../../lib/address/use-list-address.ts';
import { usePageSize } from '../../lib/paging/use-page-size.ts';
import { usePage } from '../../ui/lists/use-page.ts';
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
import { changeOpened, readOpened, usersFilters, type Opened } from './users-address.ts';
import { usersAdminApi } from './users-admin-api.ts';

const TYPED = { typed: 'q' } as const;

/** The users, for admin and root; others send no request; see USER-1. */
export function AdminPage() {
  const [params, setParams] = useAddress();
  const at = useListAddress(usersFilters, TYPED);
  const opened = readOpened(params);
  const size = usePageSize('users');
  const list = usePage(usersAdminApi.endpoints.getUsersPage, { at, size, ask: (asked) => asked });
  const { pager, answer } = list;
  const show = (next: Partial<Opened>): void =>
    setParams((now) => changeOpened(now, next), { preventScrollReset: true });
  const actions = useUserActions({ opened, show });
  const bulk = useBulkUsers(at.filters, pager?.total ?? 0);
  const [importing, setImporting] = useState(false);
  const [inviting, setInviting] = useState(false);
  const others = answer && answer.all - 1;
  return (
    <Stack gap="lg">
      <UsersHeader
        onAdd={() => show({ add: true })}
        onImport={() => setImporting(true)}
        onInvite={() => setInviting(true)}
        onDeleteAll={others === undefined ? undefined : () => actions.askDeleteAll(others)}
      />
      <UsersSearch
        filters={at.filters}
        counts={pager && answer && { found: pager.total, all: answer.all }}
        refreshing={list.retrying}
        onRefresh={() => void list.retry()}
        onChange={at.change}
      />
      <UsersList list={list} at={at} bulk={bulk} actions={actions} onAdd={() => show({ add: true })} />
      {importing && <ImportPeople onClose={() => setImporting(false)} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {opened.add && <AddUser onClose={() => show({ add: false })} />}
      {opened.edit !== null && <EditUser key={opened.edit} id={opened.edit} onClose={() => show({ edit: null })} />}
      <UserDialogs {...actions.dialogs} />
    </Stack>
  );
}
