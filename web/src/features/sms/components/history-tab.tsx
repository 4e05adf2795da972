import { Button, Paper, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { pagerOf } from '../../../lib/paging/pager.ts';
import { LIST_PAGE_SIZE, LIST_PAGE_SIZES, usePageSize } from '../../../lib/paging/use-page-size.ts';
import { FilterBar } from '../../../ui/filters/filter-bar.tsx';
import { FilterSelect } from '../../../ui/filters/filter-select.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { STATE_CHOICES, useHistoryAddress } from '../history-address.ts';
import { useGetSmsHistoryQuery } from '../sms-api.ts';
import { HistoryRow } from './history-row.tsx';
import classes from './sms.module.css';

/** Messages are sent in the background; the list is polled while it is visible. */
const FOLLOW_MS = 5_000;

/** The messages that the user has sent, newest first, with filters. */
export function HistoryTab() {
  const { t } = useTranslation('sms');
  const [address, change] = useHistoryAddress();
  return (
    <Stack gap="md">
      <FilterBar
        className={classes.filters}
        label={t('history.filters')}
        search={{
          label: t('history.search'),
          placeholder: t('history.search_hint'),
          value: address.q,
          onChange: (q) => change({ q }),
        }}
      >
        <FilterSelect
          label={t('history.state')}
          choices={STATE_CHOICES}
          value={address.state}
          labelOf={(state) => t(`state.${state}`)}
          onChange={(state) => change({ state })}
        />
      </FilterBar>
      <HistoryList />
    </Stack>
  );
}

function HistoryList() {
  const { t } = useTranslation('sms');
  const errorText = useErrorMessage();
  const [address, change] = useHistoryAddress();
  const [pageSize, choosePageSize] = usePageSize('sms');
  const { data, currentData, error, isFetching, refetch, fulfilledTimeStamp } = useGetSmsHistoryQuery(
    { ...address, page_size: pageSize },
    { pollingInterval: FOLLOW_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  const total = data?.total ?? 0;
  const last = pagerOf({ page: address.page, pageSize, total }).pages;
  const beyond = currentData !== undefined && address.page > last;
  // An old link to a page that no longer exists redirects to the last one.
  useEffect(() => {
    if (beyond) change({ page: last }, { replace: true });
  });
  const failure = error !== undefined && (
    <ErrorState message={errorText(error, t('history.error'))} onRetry={() => void refetch()} retrying={isFetching} />
  );
  if (!data) return failure || <LineSkeletons count={6} height={52} />;
  if (data.messages.length === 0) {
    const narrowed = address.q !== '' || address.state !== 'all';
    return (
      <EmptyState
        icon={<IconHistory size={24} />}
        title={t(narrowed ? 'history.none_fit' : 'history.title')}
        action={
          narrowed && (
            <Button variant="light" mt="xs" onClick={() => change({ q: '', state: 'all' })}>
              {t('history.reset')}
            </Button>
          )
        }
      >
        {!narrowed && t('history.text')}
      </EmptyState>
    );
  }
  return (
    <>
      {failure}
      <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
        <Paper withBorder>
          <ul className={classes.rows} aria-label={t('tabs.history')} aria-busy={currentData === undefined}>
            {data.messages.map((message) => (
              <HistoryRow key={message.id} message={message} />
            ))}
          </ul>
        </Paper>
      </Stale>
      <Pager
        page={data.page}
        target={error === undefined ? address.page : undefined}
        pageSize={pageSize}
        sizes={{ choices: LIST_PAGE_SIZES, initial: LIST_PAGE_SIZE, onChoose: choosePageSize }}
        total={total}
        showing={(range) => t('history.showing', range)}
        onGo={(page) => change({ page })}
      />
    </>
  );
}
