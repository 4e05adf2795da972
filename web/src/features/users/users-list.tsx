import type { User, UserSort } from '@belfry/schemas/http/users/admin';
import { Button, Alert, Group, Text } from '@mantine/core';
import { IconUserPlus, IconUserSearch, IconUsers, IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from '../../lib/translation.ts';
import { useIsImpersonated } from '../../lib/session/auth-api.ts';
import type { ListAddress } from '../../lib/list-address.ts';
import { formatLanguage } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useMobile } from '../../lib/use-breakpoint.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/table-parts.tsx';
import type { ListState } from '../../ui/lists/list-state.ts';
import { PersonStatus, useRoleLabel } from '../../ui/person.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { CardSkeletons, LineSkeletons } from '../../ui/states/skeletons.tsx';
import { type BulkUsers, UsersBulk } from './users-bulk.tsx';
import type { UserActionHandlers } from './use-user-actions.ts';
import { countFilters, NO_FILTERS, type UsersFilters } from './users-address.ts';
import { BlockToggle, OpenButton, UserActions, UserCard } from './user-card.tsx';
import { ConfirmedMark, EmptyValue, UserCountry, UserName, UserInfo } from './user-facts.tsx';
import classes from './user-facts.module.css';
import { isApiError } from '../../lib/api/api-error.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';

type Props = {
  list: ListState<User>;
  at: ListAddress<UsersFilters>;
  actions: UserActionHandlers;
  bulk: BulkUsers;
  onAdd: () => void;
};

/** One page of users; see USER-4. */
export function UsersList({ list, at, actions, bulk, onAdd }: Props) {
  const { t } = useTranslation('users-admin');
  const mobile = useMobile();
  const impersonated = useIsImpersonated();
  const columns = useColumns(actions);
  const { filters, change } = at;
  const { selected, pick } = bulk.selection;
  return (
    <DataTable
      list={list}
      label={t('title')}
      keyOf={({ id }) => id}
      columns={columns}
      sort={{ value: filters.sort, onSort: (sort) => change({ sort }) }}
      selection={
        impersonated
          ? undefined
          : {
              labelOf: ({ name }) => t('bulk.select', { name }),
              isSelected: ({ id }) => selected.has(id),
              isFixed: ({ id }) => id === actions.ownId,
              onSelect: ({ id }, on, range) =>
                pick(
                  id,
                  on,
                  range ? list.rows?.map((user) => user.id).filter((each) => each !== actions.ownId) : undefined,
                ),
            }
      }
      isDimmed={({ blocked }) => blocked}
      renderDetail={(user) => actions.infoOf === user.id && <UserInfo user={user} />}
      renderCard={(user, checkbox) => <UserCard user={user} actions={actions} checkbox={checkbox} />}
      waiting={mobile ? <CardSkeletons count={4} height={260} /> : <LineSkeletons count={8} height={48} />}
      renderFailure={(error) => <LoadFailure error={error} retrying={list.retrying} onRetry={list.retry} />}
      filtered={filters.q !== '' || countFilters(filters) > 0}
      empty={
        <EmptyState
          icon={<IconUsers size={24} />}
          title={t('empty.title')}
          action={
            <Button mt="xs" leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onAdd}>
              {t('add')}
            </Button>
          }
        >
          {t('empty.text')}
        </EmptyState>
      }
      noneFound={
        <EmptyState
          icon={<IconUserSearch size={24} />}
          title={t('empty.none_fit')}
          action={
            <Button variant="light" mt="xs" onClick={() => change(NO_FILTERS)}>
              {t('empty.reset')}
            </Button>
          }
        >
          {countFilters(filters) > 0 ? t('empty.none_fit_filters') : t('empty.none_fit_text', { q: filters.q })}
        </EmptyState>
      }
      toolbar={<UsersBulk bulk={bulk} users={list.rows ?? []} ownId={actions.ownId} />}
      showing={(range) => t('showing', range)}
    />
  );
}

function useColumns(actions: UserActionHandlers): Column<User, UserSort>[] {
  const { t } = useTranslation('users-admin');
  const roleLabel = useRoleLabel();
  const locale = useLocale();
  return [
    { key: 'status', head: t('columns.status'), cell: (user) => <PersonStatus person={user} /> },
    {
      key: 'name',
      head: t('columns.name'),
      names: true,
      sort: { by: 'name', reverse: '-name' },
      cell: (user) => <UserName user={user} own={user.id === actions.ownId} />,
    },
    { key: 'role', head: t('columns.role'), from: 'laptop', cell: ({ role }) => roleLabel(role) },
    {
      key: 'phone',
      head: t('columns.phone'),
      from: 'desktop',
      cell: ({ phone }) => <span className={`tabular ${classes.phone}`}>{phone ?? <EmptyValue />}</span>,
    },
    {
      key: 'phone_confirm',
      head: t('columns.phone_confirm'),
      from: 'desktop',
      width: MARK_PX,
      cell: (user) => <ConfirmedMark confirmed={user.phone_confirm} />,
    },
    {
      key: 'email',
      head: t('columns.email'),
      sort: { by: 'email', reverse: '-email' },
      cell: ({ email }) => (
        <span className={classes.email} title={email}>
          {email}
        </span>
      ),
    },
    {
      key: 'email_confirm',
      head: t('columns.email_confirm'),
      from: 'laptop',
      width: MARK_PX,
      cell: (user) => <ConfirmedMark confirmed={user.email_confirm} />,
    },
    { key: 'country', head: t('columns.country'), from: 'desktop', cell: (user) => <UserCountry {...user} /> },
    {
      key: 'lang',
      head: t('columns.lang'),
      from: 'desktop',
      cell: ({ lang }) => <span title={formatLanguage(lang, locale)}>{lang}</span>,
    },
    {
      key: 'blocked',
      head: t('columns.blocked'),
      cell: (user) => <BlockToggle user={user} actions={actions} />,
    },
    {
      key: 'companies',
      head: t('columns.companies'),
      from: 'desktop',
      cell: (user) => <OpenButton user={user} actions={actions} />,
    },
    {
      key: 'actions',
      head: t('columns.actions'),
      width: ACTIONS_PX,
      cell: (user) => (
        <span className={classes.actions}>
          <UserActions user={user} actions={actions} />
        </span>
      ),
    },
  ];
}

/** Narrow: two words in two lines above a mark. */
const MARK_PX = 78;
/** Two buttons beside each other. */
const ACTIONS_PX = 140;

type LoadFailureProps = { error: unknown; retrying: boolean; onRetry: () => void };
/** The red panel 'Ошибка: {status}' with the server's text and Retry; see USER-7. */
function LoadFailure({ error, retrying, onRetry }: LoadFailureProps) {
  const { t } = useTranslation(['users-admin', 'common']);
  const errorText = useErrorMessage();
  const status = isApiError(error) && error.status > 0 ? error.status : t('no_answer');
  return (
    <Alert
      color="error"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('error_panel', { status })}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{errorText(error, t('common:error.fallback'))}</Text>
        <Button
          variant="light"
          color="error"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={retrying}
          onClick={onRetry}
        >
          {t('common:retry')}
        </Button>
      </Group>
    </Alert>
  );
}
