import type { ActivityRow } from '@belfry/schemas/http/activity';
import { Button } from '@mantine/core';
import { IconHistory, IconHistoryOff } from '@tabler/icons-react';
import { useContext } from 'react';
import { Rows } from '../../kit/list/index.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useNow } from '../../lib/timers.ts';
import { TimeZone, timesIn, useTimes } from '../../lib/times.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { HeldBack, NothingWrong } from '../alarms/index.ts';
import { type ActivityFilters, useAsked, type View } from './activity-address.ts';
import { POLL_MS, useGetActivityInfiniteQuery } from './activity-api.ts';
import { ActivityItem } from './activity-item.tsx';

export type ActivityState = ReturnType<typeof useActivityList>;

/** The rows of these filters as far as they are loaded, and how many need somebody. */
export function useActivityList(filters: ActivityFilters) {
  const asked = useAsked(filters);
  const query = useGetActivityInfiniteQuery(asked, {
    pollingInterval: POLL_MS,
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
  const dayOf = useDayOf();
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
        {...(view !== 'needs' && { groupOf: (row: ActivityRow) => dayOf(row.at) })}
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

/** The day of the reader's clock under which a row stands. */
function useDayOf(): (at: string) => string {
  const { t } = useTranslation('activity');
  const [locale, zone] = [useLocale(), useContext(TimeZone)];
  const { day } = useTimes();
  const now = useNow(60_000);
  const [today, yesterday] = [day(now), timesIn(locale, zone).day(now - 86_400_000)];
  return (at) => {
    const name = day(at);
    return name === today ? t('today') : name === yesterday ? t('yesterday') : name;
  };
}
