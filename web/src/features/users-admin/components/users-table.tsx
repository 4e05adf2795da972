import { ROLE_LABELS } from '@belfry/schemas/domain/roles';
import type { User, UserSort } from '@belfry/schemas/http/users-admin';
import { Paper, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLanguage } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import type { Selection } from '../../../lib/paging/use-selection.ts';
import { nextSort } from '../users-address.ts';
import type { UserActs } from '../use-user-acts.ts';
import { BlockToggle, OpenButton, UserActions } from './user-buttons.tsx';
import { UserCheckbox } from './user-checkbox.tsx';
import { ConfirmedMark, Nothing, StatusBadge, UserCountry, UserName } from './user-facts.tsx';
import { UserInfo } from './user-info.tsx';
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
  acts: UserActs;
  selection: Selection<number>;
  sort: UserSort;
  onSort: (sort: UserSort) => void;
};

/** Users in a table, on screens wider than 768 px; below 1180 px a row has two lines. */
export function UsersTable({ users, busy, acts, selection, sort, onSort }: Props) {
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
              <UserRow user={user} acts={acts} selection={selection} />
              {acts.infoOf === user.id && (
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

function UserRow({ user, acts, selection }: Pick<Props, 'acts' | 'selection'> & { user: User }) {
  const locale = useLocale();
  return (
    <tr
      className={classes.row}
      data-blocked={user.blocked || undefined}
      data-selected={selection.selected.has(user.id) || undefined}
    >
      <td data-column="status">
        <StatusBadge active={user.active} />
      </td>
      <td data-column="name">
        <span className={classes.pick}>
          <UserCheckbox user={user} selection={selection} own={user.id === acts.ownId} />
          <UserName user={user} own={user.id === acts.ownId} />
        </span>
      </td>
      <td data-column="role">{ROLE_LABELS[user.role]}</td>
      <td data-column="phone" className="tabular" title={user.phone ?? undefined}>
        {user.phone ?? <Nothing />}
      </td>
      <td data-column="phone_confirm">
        <ConfirmedMark confirmed={user.phone_confirm} />
      </td>
      <td data-column="email" title={user.email}>
        <span className={classes.email}>{user.email}</span>
      </td>
      <td data-column="email_confirm">
        <ConfirmedMark confirmed={user.email_confirm} />
      </td>
      <td data-column="country">
        <UserCountry country={user.country} country_code={user.country_code} />
      </td>
      <td data-column="lang" title={formatLanguage(user.lang, locale)}>
        {user.lang}
      </td>
      <td data-column="blocked">
        <BlockToggle user={user} acts={acts} />
      </td>
      <td data-column="companies">
        <OpenButton user={user} acts={acts} />
      </td>
      <td data-column="actions">
        <span className={classes.actions}>
          <UserActions user={user} acts={acts} />
        </span>
      </td>
    </tr>
  );
}
