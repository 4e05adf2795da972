import type { User, UserSort } from '@belfry/schemas/http/users/admin';
import { Paper, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selection } from '../../../../lib/paging/use-selection.ts';
import { nextSort } from '../../users-address.ts';
import type { UserActionHandlers } from '../../use-user-actions.ts';
import { UserInfo } from './user-info.tsx';
import { UserRow } from './user-row.tsx';
import classes from './users-table.module.css';

/** The columns in their order; see USER-4. */
const COLUMNS = [
  'status',
  'name',
  'role',
  'phone',
  'phone_confirm',
  'email',
  'email_confirm',
  'country',
  'lang',
  'blocked',
  'companies',
  'actions',
] as const;

type Props = {
  users: readonly User[];
  busy: boolean;
  actions: UserActionHandlers;
  selection: Selection<number>;
  sort: UserSort;
  onSort: (sort: UserSort) => void;
};

/** Users in a table, on screens wider than 768 px; below 1180 px a row has two lines. */
export function UsersTable({ users, busy, actions, selection, sort, onSort }: Props) {
  const { t } = useTranslation('users-admin');
  return (
    <Paper withBorder className={classes.frame ?? ''}>
      <table className={classes.table} aria-label={t('title')} aria-busy={busy}>
        <thead>
          <tr className={classes.row}>
            {COLUMNS.map((column) =>
              column === 'name' || column === 'email' ? (
                <SortedHead key={column} column={column} sort={sort} onSort={onSort} />
              ) : (
                <th key={column} scope="col" data-column={column}>
                  <span className={classes.head}>{t(`columns.${column}`)}</span>
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <Fragment key={user.id}>
              <UserRow user={user} actions={actions} selection={selection} />
              {actions.infoOf === user.id && (
                <tr className={classes.info}>
                  <td colSpan={COLUMNS.length}>
                    <UserInfo user={user} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </Paper>
  );
}

type HeadProps = Pick<Props, 'sort' | 'onSort'> & { column: 'name' | 'email' };

function SortedHead({ column, sort, onSort }: HeadProps) {
  const { t } = useTranslation('users-admin');
  const direction = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
  const Mark = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[direction];
  const name = t(`columns.${column}`);
  return (
    <th scope="col" data-column={column} aria-sort={direction}>
      <UnstyledButton
        className={classes.sort ?? ''}
        onClick={() => onSort(nextSort(column, sort))}
        title={t('sort.by', { column: name })}
      >
        {name}
        <Mark size={14} aria-hidden data-on={direction !== 'none' || undefined} />
      </UnstyledButton>
    </th>
  );
}
