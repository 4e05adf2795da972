import { Button } from '@mantine/core';
import { IconHistory, IconHistoryOff } from '@tabler/icons-react';
import type { ActivityRow } from '@belfry/schemas/http/activity/activity';
import { Rows, TickedBar, ticksOf } from '../../kit/list/index.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { useTranslation } from '../../lib/translation.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useSelection } from '../../ui/lists/selection.tsx';
import { useAcknowledgeAlarmMutation } from '../alarms/alarms-api.ts';
import { HeldBack, isOpen, NothingWrong, useAlarmText } from '../alarms/index.ts';
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

const TICKED_MAX = 100;
const isTakeable = (row: ActivityRow): boolean => row.kind === 'alarm' && isOpen(row.alarm);

/** Alarms that nobody takes care of yet, as after a power cut, are taken many at once. Nothing else of these rows is done with many. */
function useTicks(rows: readonly ActivityRow[] = [], view: View) {
  const { t } = useTranslation('list');
  const textOf = useAlarmText();
  const selection = useSelection<string>(view, TICKED_MAX);
  const open = rows.filter(isTakeable);
  const label = (row: ActivityRow): string => {
    if (row.kind !== 'alarm') return '';
    const { name, where } = textOf(row.alarm);
    return t('tick', { name: `${name}, ${where}` });
  };
  return {
    selection,
    open,
    selects: open.length === 0 ? undefined : ticksOf(selection, rows, { key: ({ id }) => id, label, may: isTakeable }),
  };
}

function TakeTicked({ selection, open }: Pick<ReturnType<typeof useTicks>, 'selection' | 'open'>) {
  const { t } = useTranslation('alarms');
  const [take] = useAcknowledgeAlarmMutation();
  const alarms = new Map(open.flatMap((row) => (row.kind === 'alarm' ? [[row.id, row.alarm.alarm_id]] : [])));
  return (
    <TickedBar selection={selection} onPage={[...alarms.keys()]} failed={t('take_failed')}>
      {(each, pending) => (
        <Button
          variant="default"
          size="compact-sm"
          disabled={pending}
          onClick={() => each((id) => take({ alarm_id: alarms.get(id) ?? 0 }))}
        >
          {t('acknowledge')}
        </Button>
      )}
    </TickedBar>
  );
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
  const { selection, open, selects } = useTicks(list.rows, view);
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
        selects={selects}
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
      <TakeTicked selection={selection} open={open} />
      {list.rows !== undefined && list.rows.length > 0 && !list.hasNext && longer}
    </>
  );
}
