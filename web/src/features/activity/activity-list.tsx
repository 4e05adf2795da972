import { Button } from '@mantine/core';
import { IconHistory, IconHistoryOff } from '@tabler/icons-react';
import { Rows } from '../../kit/list/index.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTranslation } from '../../lib/translation.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { HeldBack, NothingWrong } from '../alarms/index.ts';
import { type ActivityFilters, useAsked, type View } from './activity-address.ts';
import { POLL_MS, useGetActivityInfiniteQuery, useLoadedActivity } from './activity-api.ts';
import { ActivityItem } from './activity-item.tsx';

const PAGES_FOLLOWED = 2;

export type ActivityState = ReturnType<typeof useActivityList>;

/** The rows of these filters as far as they are loaded, and how many need somebody. */
export function useActivityList(filters: ActivityFilters) {
  const asked = useAsked(filters);
  // Each further page would be asked for again as well.
  const isDeep = (useLoadedActivity(asked).data?.pages.length ?? 0) > PAGES_FOLLOWED;
  const query = useGetActivityInfiniteQuery(asked, {
    pollingInterval: isDeep ? 0 : POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const pages = query.currentData?.pages;
  return {
    rows: pages?.flatMap(({ rows }) => rows),
    needs: query.data?.pages[0]?.needs ?? undefined,
    error: query.error,
    isFetching: query.isFetching,
    isFetchingNext: query.isFetchingNextPage,
    since: query.fulfilledTimeStamp ?? 0,
    hasNext: query.hasNextPage,
    next: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

type Props = {
  list: ActivityState;
  view: View;
  opened: string | null;
  to: (id: string) => string;
  isFiltered: boolean;
  onReset: () => void;
  /** Shows a longer time; absent where it is the longest. */
  onLonger: (() => void) | undefined;
};

export function ActivityList({ list, view, opened, to, isFiltered, onReset, onLonger }: Props) {
  const { t } = useTranslation('activity');
  const errorText = useErrorMessage();
  const longer = view !== 'needs' && onLonger && (
    <Button variant="subtle" color="gray" onClick={onLonger}>
      {t('longer')}
    </Button>
  );
  const nothing = isFiltered ? (
    <EmptyState
      icon={<IconHistoryOff size={24} />}
      title={t('empty.none_fit')}
      action={
        <Button variant="light" mt="xs" onClick={onReset}>
          {t('empty.reset')}
        </Button>
      }
    />
  ) : (
    <EmptyState icon={<IconHistory size={24} />} title={t('empty.title')} action={longer}>
      {t('empty.text')}
    </EmptyState>
  );
  return (
    <>
      {view === 'needs' && <HeldBack />}
      <Rows
        label={t(`view.${view === 'needs' ? 'needs' : 'all'}`)}
        rows={list.rows}
        keyOf={({ id }) => id}
        empty={view === 'needs' && !isFiltered ? <NothingWrong /> : nothing}
        failure={
          list.error === undefined
            ? undefined
            : {
                message: errorText(list.error, t('error')),
                onRetry: list.retry,
                retrying: list.isFetching,
                since: list.since,
              }
        }
        more={list.hasNext ? { isLoading: list.isFetchingNext, load: list.next } : undefined}
      >
        {(row) => <ActivityItem row={row} to={to(row.id)} isOpen={row.id === opened} />}
      </Rows>
      {list.rows !== undefined && list.rows.length > 0 && !list.hasNext && longer}
    </>
  );
}
