import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownData } from '../../../lib/paging/shown-data.ts';
import { pagerOf } from '../../../lib/paging/pager.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Pager } from '../../../ui/paging/pager.tsx';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { APPROVALS_PAGE_SIZE, useGetApprovalsQuery } from '../device-approvals-api.ts';
import { ApprovalRow } from './approval-row.tsx';
import rows from '../../../ui/row-list.module.css';

/** Requests that wait for an administrator's approval; renders nothing without any. */
export function WaitingForApproval() {
  const { t } = useTranslation('device-approvals');
  const errorText = useErrorMessage();
  const [page, setPage] = useState(1);
  const query = useGetApprovalsQuery(page);
  const { error, isFetching, refetch } = query;
  const { data, changing } = shownData(query);
  const total = data?.total ?? 0;
  const last = pagerOf({ page, pageSize: APPROVALS_PAGE_SIZE, total }).pages;
  // The last request of the last page was decided.
  if (data && page > last) setPage(last);

  if (!data && !error) return null;
  if (data && total === 0) return null;
  return (
    <Card title={t('title')} order={2}>
      {data ? (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {t('lead')}
          </Text>
          <ul className={rows.list} aria-label={t('title')} aria-busy={changing}>
            {data.approvals.map((approval) => (
              <ApprovalRow key={approval.id} approval={approval} />
            ))}
          </ul>
          <Pager
            label={t('pages')}
            page={page}
            pageSize={APPROVALS_PAGE_SIZE}
            total={total}
            showing={(range) => t('showing', range)}
            onGo={setPage}
          />
        </>
      ) : (
        <ErrorState message={errorText(error, t('load_failed'))} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Card>
  );
}
