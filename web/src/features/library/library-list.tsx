import { Button, Group, Paper, Stack } from '@mantine/core';
import { IconPlus, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../api/base/use-error-message.ts';
import { shownData } from '../../lib/paging/shown-data.ts';
import { useLastPage } from '../../lib/paging/use-last-page.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Pager } from '../../ui/paging/pager.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { RefreshFailed } from '../../ui/states/refresh-failed.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { Stale } from '../../ui/states/stale.tsx';
import type { Kind, Listed } from '../../api/library/library-api.ts';
import classes from './library-list.module.css';
import { PAGE_SIZE, useLibraryAddress } from './use-library-address.ts';

type Answer<T> = {
  data?: Listed<T> | undefined;
  /** Absent while another page is being loaded. */
  currentData?: unknown;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
  fulfilledTimeStamp?: number | undefined;
};
type Props<T> = {
  kind: Kind;
  answer: Answer<T>;
  mark: Icon;
  /** Begins a new one; without it the list has no button for that. */
  onNew?: () => void;
  renderRow: (item: T) => ReactNode;
  /** Below the search. */
  children?: ReactNode;
};

/** A page of one kind of resource, with search and all states of a list. */
export function LibraryList<T extends { id: number }>({
  kind,
  answer,
  mark: Mark,
  onNew,
  renderRow,
  children,
}: Props<T>) {
  const { t } = useTranslation('library');
  const { query, change } = useLibraryAddress();
  const add = onNew && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
      {t(`${kind}.new`)}
    </Button>
  );
  const { data, changing } = shownData(answer);
  const isEmpty = data?.total === 0;
  const beyond = useLastPage({
    page: query.page,
    pageSize: PAGE_SIZE,
    total: answer.currentData === undefined ? undefined : answer.data?.total,
    onLast: (page) => change({ page }, { replace: true }),
  });
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <SearchField
          className={classes.search ?? ''}
          label={t('search')}
          placeholder={t(`${kind}.search`)}
          value={query.q}
          onChange={(q) => change({ q })}
        />
        {!(isEmpty && query.q === '') && add}
      </Group>
      {children}
      <Rows
        kind={kind}
        answer={{ ...answer, data: beyond ? undefined : data }}
        changing={changing}
        renderRow={renderRow}
      >
        <EmptyState
          icon={<Mark size={24} />}
          title={t(query.q === '' ? `${kind}.empty` : 'none_match')}
          action={query.q === '' ? add : <Button onClick={() => change({ q: '' })}>{t('reset')}</Button>}
        >
          {query.q === '' ? t(`${kind}.empty_text`) : undefined}
        </EmptyState>
      </Rows>
      {data && (
        <Pager
          page={data.page}
          target={query.page}
          pageSize={PAGE_SIZE}
          total={data.total}
          showing={(range) => t('showing', range)}
          onGo={(page) => change({ page })}
        />
      )}
    </Stack>
  );
}

function Rows<T extends { id: number }>({
  kind,
  answer: { data, error, isFetching, refetch, fulfilledTimeStamp },
  changing,
  renderRow,
  children,
}: Pick<Props<T>, 'kind' | 'answer' | 'renderRow' | 'children'> & { changing: boolean }) {
  const { t } = useTranslation('library');
  const errorText = useErrorMessage();
  const retry = { onRetry: () => void refetch(), retrying: isFetching };
  if (!data) {
    if (!error) return <LineSkeletons count={6} height={56} />;
    return <ErrorState message={errorText(error, t('load_failed'))} {...retry} />;
  }
  return (
    <>
      {error !== undefined && <RefreshFailed message={errorText(error, t('load_failed'))} {...retry} />}
      <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
        <Paper withBorder>
          {data.items.length === 0 ? (
            children
          ) : (
            <ul className={classes.list} aria-label={t(`tabs.${kind}`)} aria-busy={changing}>
              {data.items.map((item) => (
                <li key={item.id} className={classes.row}>
                  {renderRow(item)}
                </li>
              ))}
            </ul>
          )}
        </Paper>
      </Stale>
    </>
  );
}
