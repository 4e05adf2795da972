import { Stack, Badge, Button, Group, Text, Title, ActionIcon, Tooltip } from '@mantine/core';
import { useAddress } from '../../lib/address.ts';
import { useListAddress } from '../../lib/list-address.ts';
import { usePageSize } from '../../lib/paging.ts';
import { usePage } from '../../ui/lists/list-state.ts';
import { EditUser } from './edit-user.tsx';
import { UserDialogs } from './user-dialogs.tsx';
import { UsersList } from './users-list.tsx';
import { useBulkUsers } from './users-bulk.tsx';
import { useUserActions } from './use-user-actions.ts';
import {
  changeOpened,
  readOpened,
  usersFilters,
  type Opened,
  BLOCKED_FILTER,
  countFilters,
  ROLE_FILTER,
  UNCONFIRMED_FILTER,
  type UsersFilters,
} from './users-address.ts';
import { usersAdminApi, useAddUserMutation } from './users-api.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useReturnFocus } from '../../lib/focus.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { addBodyOf, NEW_USER, refusedField } from './user-values.ts';
import { UserForm } from './user-form.tsx';
import { IconTrash, IconUserPlus, IconRefresh } from '@tabler/icons-react';
import { useSelector } from 'react-redux';
import { selectRole } from '../../lib/session/session-slice.ts';
import { useIsImpersonated } from '../../lib/session/auth-api.ts';
import { useRoleLabel } from '../../ui/person.tsx';
import { USER_SORTS } from '@belfry/schemas/http/users/admin';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { FilterBar, FilterSelect } from '../../ui/filters/filter-bar.tsx';
import classes from './users-search.module.css';

type Props = { onAdd: () => void; onDeleteAll: (() => void) | undefined };
/** Title with the own role, Add, and Delete all for root, as soon as the number of users is known. */
function UsersHeader({ onAdd, onDeleteAll }: Props) {
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
  const others = answer && answer.all - 1;
  return (
    <Stack gap="lg">
      <UsersHeader
        onAdd={() => show({ add: true })}
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

type UsersSearchProps = {
  filters: UsersFilters;
  /** How many are found, and how many there are; absent while that is not known. */
  counts: { found: number; all: number } | undefined;
  refreshing: boolean;
  onRefresh: () => void;
  onChange: (change: Partial<UsersFilters>) => void;
};

/** Search over name, phone and email, with the number of matches and of all users; the order, and Refresh. */
function UsersSearch({ filters, counts, refreshing, onRefresh, onChange }: UsersSearchProps) {
  const roleLabel = useRoleLabel();
  const { t } = useTranslation('users-admin');
  const locale = useLocale();
  const active = countFilters(filters);
  const format = (value: number): string => formatCount(value, locale);
  return (
    <FilterBar
      className={classes.bar}
      label={t('search')}
      active={active}
      search={{
        label: t('search'),
        placeholder: t('search_hint'),
        value: filters.q,
        onChange: (q) => onChange({ q }),
      }}
      end={
        <>
          <Tooltip label={t('refresh')}>
            <ActionIcon
              className={classes.refresh ?? ''}
              variant="default"
              size={32}
              aria-label={t('refresh')}
              loading={refreshing}
              onClick={onRefresh}
            >
              <IconRefresh size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Text component="output" size="sm" c="dimmed" className={`${classes.count} tabular`}>
            {counts &&
              (filters.q === '' && active === 0
                ? t('total', { count: counts.all, total: format(counts.all) })
                : t('found', { found: format(counts.found), total: format(counts.all) }))}
          </Text>
        </>
      }
    >
      <FilterSelect
        label={t('filters.role')}
        choices={ROLE_FILTER}
        value={filters.role}
        labelOf={(role) => (role === 'all' ? t('filters.all') : roleLabel(role))}
        onChange={(role) => onChange({ role })}
      />
      <FilterSelect
        label={t('filters.blocked')}
        choices={BLOCKED_FILTER}
        value={filters.blocked}
        labelOf={(blocked) => t(`filters.${blocked}`)}
        onChange={(blocked) => onChange({ blocked })}
      />
      <FilterSelect
        label={t('filters.unconfirmed')}
        choices={UNCONFIRMED_FILTER}
        value={filters.unconfirmed}
        labelOf={(unconfirmed) => t(`filters.${unconfirmed}`)}
        onChange={(unconfirmed) => onChange({ unconfirmed })}
      />
      <FilterSelect
        label={t('sort.label')}
        choices={USER_SORTS}
        value={filters.sort}
        labelOf={(sort) => t(`sort.${sort}`)}
        onChange={(sort) => onChange({ sort })}
      />
    </FilterBar>
  );
}
