import { Stack, Badge, Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useAddress } from '../../lib/address.ts';
import { useListAddress } from '../../lib/list-address.ts';
import { usePageSize } from '../../lib/paging.ts';
import { usePage } from '../../ui/lists/list-state.ts';
import { EditUser } from './edit-user.tsx';
import { ImportPeople, InviteDialog } from './invite-people.tsx';
import { UserDialogs } from './user-dialogs.tsx';
import { UsersList } from './users-list.tsx';
import { UsersSearch } from './users-search.tsx';
import { useBulkUsers } from './users-bulk.tsx';
import { useUserActions } from './use-user-actions.ts';
import { changeOpened, readOpened, usersFilters, type Opened } from './users-address.ts';
import { usersAdminApi, useAddUserMutation } from './users-api.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useReturnFocus } from '../../lib/focus.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { addBodyOf, NEW_USER, refusedField } from './user-values.ts';
import { UserForm } from './user-form.tsx';
import { IconFileImport, IconMail, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useSelector } from 'react-redux';
import { selectRole } from '../../lib/session/session-slice.ts';
import { useIsImpersonated } from '../../lib/session/auth-api.ts';
import { useRoleLabel } from '../../ui/person.tsx';

type Props = { onAdd: () => void; onImport: () => void; onInvite: () => void; onDeleteAll: (() => void) | undefined };
/** How people come in besides Add. */
const WAYS_IN = [
  { way: 'import', icon: IconFileImport },
  { way: 'invite', icon: IconMail },
] as const;
/** Title with the own role, Add, and Delete all for root, as soon as the number of users is known. */
function UsersHeader({ onAdd, onImport, onInvite, onDeleteAll }: Props) {
  const roleLabel = useRoleLabel();
  const { t } = useTranslation('users-admin');
  const role = useSelector(selectRole) ?? 'user';
  // An administrator who works in another account cannot act on users.
  const begins = !useIsImpersonated();
  return (
    <Group justify="space-between" gap="md">
      <div>
        <Group gap="sm">
          <Title order={1} size="h2">
            {t('title')}
          </Title>
          <Badge variant="light" size="lg" title={t('role_badge', { role: roleLabel(role) })}>
            {roleLabel(role)}
          </Badge>
        </Group>
        <Text c="dimmed">{t('lead')}</Text>
      </div>
      <Group gap="sm">
        {begins && role === 'root' && (
          <Button
            variant="light"
            color="error"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={onDeleteAll}
            disabled={!onDeleteAll}
            aria-haspopup="dialog"
          >
            {t('delete_all')}
          </Button>
        )}
        {begins &&
          WAYS_IN.map(({ way, icon: WayIcon }) => (
            <Button
              key={way}
              variant="light"
              leftSection={<WayIcon size={18} aria-hidden />}
              onClick={way === 'import' ? onImport : onInvite}
              aria-haspopup="dialog"
            >
              {t(`${way}.button`)}
            </Button>
          ))}
        {begins && (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onAdd} aria-haspopup="dialog">
            {t('add')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

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

/** The dialog that adds a user; see USER-11. */
function AddUser({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('users-admin');
  const errorText = useErrorMessage();
  const [add] = useAddUserMutation();
  return (
    <FormDialog title={t('form.add_title')} onClose={onClose}>
      {(parts) => (
        <UserForm
          {...parts}
          adding
          draftName="user:new"
          initial={NEW_USER}
          submitLabel={t('form.submit_add')}
          onSend={async (values) => {
            const { error } = await add(addBodyOf(values));
            if (error) return { text: t('form.add_failed'), reason: errorText(error), field: refusedField(error) };
            toast('success', t('form.added', { name: values.name.trim() }));
            onClose();
            return null;
          }}
        />
      )}
    </FormDialog>
  );
}
