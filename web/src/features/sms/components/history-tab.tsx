import { Button, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { usePageSize } from '../../../lib/paging/use-page-size.ts';
import { FilterBar } from '../../../ui/filters/filter-bar.tsx';
import { FilterSelect } from '../../../ui/filters/filter-select.tsx';
import { PagedList } from '../../../ui/paging/paged-list.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
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
  const query = useGetSmsHistoryQuery(
    { ...address, page_size: pageSize },
    { pollingInterval: FOLLOW_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  const filtered = address.q !== '' || address.state !== 'all';
  return (
    <PagedList
      label={t('tabs.history')}
      className={classes.rows}
      query={query}
      failure={query.error && errorText(query.error, t('history.error'))}
      page={address.page}
      pageSize={pageSize}
      onPageSize={choosePageSize}
      showing={(range) => t('history.showing', range)}
      onGo={(page, options) => change({ page }, options)}
      empty={
        <EmptyState
          icon={<IconHistory size={24} />}
          title={t(filtered ? 'history.none_fit' : 'history.title')}
          action={
            filtered && (
              <Button variant="light" mt="xs" onClick={() => change({ q: '', state: 'all' })}>
                {t('history.reset')}
              </Button>
            )
          }
        >
          {!filtered && t('history.text')}
        </EmptyState>
      }
    >
      {(message) => <HistoryRow key={message.id} message={message} />}
    </PagedList>
  );
}
