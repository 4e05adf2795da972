import { Button, Paper } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pagerOf } from '../../../lib/paging/pager.ts';
import { LIST_PAGE_SIZE, LIST_PAGE_SIZES, usePageSize } from '../../../lib/paging/use-page-size.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { isNarrowed, type ChangeOutbox, type OutboxAddress } from '../outbox-address.ts';
import { useGetOutboxPageQuery } from '../outbox-api.ts';
import classes from './outbox-list.module.css';
import { OutboxRow } from './outbox-row.tsx';

/** Messages are sent in the background; the list is polled while it is visible. */
const FOLLOW_MS = 5_000;

type Props = {
  address: OutboxAddress;
  onOpen: (id: number) => void;
  onChange: ChangeOutbox;
};

/** One page of messages, newest first. */
export function OutboxList({ address, onOpen, onChange }: Props) {
  const { t } = useTranslation('outbox');
  const errorText = useErrorMessage();
  const [pageSize, choosePageSize] = usePageSize('outbox');
  const query = { ...address, page_size: pageSize };
  const { data, currentData, error, isFetching, refetch, fulfilledTimeStamp } = useGetOutboxPageQuery(query, {
    pollingInterval: FOLLOW_MS,
    skipPollingIfUnfocused: true,
  });
  const total = data?.total ?? 0;
  const last = pagerOf({ page: address.page, pageSize, total }).pages;
  const beyond = currentData !== undefined && address.page > last;
  // An old link to a page that no longer exists redirects to the last one.
  useEffect(() => {
    if (beyond) onChange({ page: last }, { replace: true });
  });
  if (!data) {
    if (!error) return <LineSkeletons count={6} height={52} />;
    return <ErrorState message={errorText(error, t('error'))} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (data.messages.length === 0) {
    const narrowed = isNarrowed(address);
    return (
      <EmptyState
        icon={<IconMailOff size={24} />}
        title={t(narrowed ? 'empty.none_fit' : 'empty.title')}
        action={
          narrowed && (
            <Button variant="light" mt="xs" onClick={() => onChange({ q: '', channel: 'all', state: 'all' })}>
              {t('empty.reset')}
            </Button>
          )
        }
      >
        {t(narrowed ? 'empty.none_fit_text' : 'empty.text')}
      </EmptyState>
    );
  }
  return (
    <>
      {error !== undefined && (
        <ErrorState message={errorText(error, t('error'))} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
        <Paper withBorder>
          <ul className={classes.list} aria-label={t('title')} aria-busy={currentData === undefined}>
            {data.messages.map((message) => (
              <OutboxRow key={message.id} message={message} onOpen={onOpen} />
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
        showing={(range) => t('showing', range)}
        onGo={(page) => onChange({ page })}
      />
    </>
  );
}
