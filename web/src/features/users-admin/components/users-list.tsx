import { Button } from '@mantine/core';
import { IconUserPlus, IconUserSearch, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { shownData } from '../../../lib/paging/shown-data.ts';
import { useLastPage } from '../../../lib/paging/use-last-page.ts';
import { LIST_PAGE_SIZE, LIST_PAGE_SIZES, type usePageSize } from '../../../lib/paging/use-page-size.ts';
import { useMobile } from '../../../lib/hooks/use-mobile.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Pager } from '../../../ui/paging/pager.tsx';
import { CardSkeletons, LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import type { BulkUsers } from '../use-bulk-users.ts';
import type { UserActionHandlers } from '../use-user-actions.ts';
import { countFilters, NO_FILTERS, type ChangeUsers, type UsersAddress } from '../users-address.ts';
import type { useGetUsersPageQuery } from '../users-admin-api.ts';
import { LoadFailure } from './load-failure.tsx';
import { UsersBulk } from './users-bulk.tsx';
import { UserCards } from './list/user-cards.tsx';
import { UsersTable } from './list/users-table.tsx';

type Props = {
  list: ReturnType<typeof useGetUsersPageQuery>;
  pageSize: ReturnType<typeof usePageSize>;
  address: UsersAddress;
  actions: UserActionHandlers;
  bulk: BulkUsers;
  onChange: ChangeUsers;
  onAdd: () => void;
};

/** One page of users: a table, or cards at 768 px and below. */
export function UsersList({
  list,
  pageSize: [pageSize, choosePageSize],
  address,
  actions,
  bulk,
  onChange,
  onAdd,
}: Props) {
  const { t } = useTranslation('users-admin');
  const mobile = useMobile();
  const { data: last, currentData, error, isFetching, refetch, fulfilledTimeStamp } = list;
  const { data, changing } = shownData({ data: last, currentData, error });
  const found = data?.found ?? 0;
  useLastPage({
    page: address.page,
    pageSize,
    total: currentData === undefined ? undefined : found,
    onLast: (last) => onChange({ page: last }, { replace: true }),
  });
  if (!data) {
    if (error) return <LoadFailure error={error} retrying={isFetching} onRetry={() => void refetch()} />;
    return mobile ? <CardSkeletons count={4} height={260} /> : <LineSkeletons count={8} height={48} />;
  }
  if (data.found === 0) return <NoUsers address={address} onReset={() => onChange(NO_FILTERS)} onAdd={onAdd} />;
  const List = mobile ? UserCards : UsersTable;
  return (
    <>
      {error !== undefined && <LoadFailure error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      <UsersBulk bulk={bulk} users={data.users} ownId={actions.ownId} />
      <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
        <List
          users={data.users}
          busy={changing}
          actions={actions}
          selection={bulk.selection}
          sort={address.sort}
          onSort={(sort) => onChange({ sort })}
        />
      </Stale>
      <Pager
        page={data.page}
        target={error === undefined ? address.page : undefined}
        pageSize={pageSize}
        sizes={{ choices: LIST_PAGE_SIZES, initial: LIST_PAGE_SIZE, onChoose: choosePageSize }}
        total={found}
        showing={(range) => t('showing', range)}
        onGo={(page) => onChange({ page })}
      />
    </>
  );
}

type NoUsersProps = { address: UsersAddress; onReset: () => void; onAdd: () => void };

function NoUsers({ address, onReset, onAdd }: NoUsersProps) {
  const { t } = useTranslation('users-admin');
  const { q } = address;
  const filtered = countFilters(address) > 0;
  if (q !== '' || filtered) {
    return (
      <EmptyState
        icon={<IconUserSearch size={24} />}
        title={t('empty.none_fit')}
        action={
          <Button variant="light" mt="xs" onClick={onReset}>
            {t('empty.reset')}
          </Button>
        }
      >
        {filtered ? t('empty.none_fit_filters') : t('empty.none_fit_text', { q })}
      </EmptyState>
    );
  }
  return (
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
  );
}
