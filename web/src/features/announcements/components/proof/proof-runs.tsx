import { Anchor, Text } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useZonedTimes } from '../../../../lib/format/times.ts';
import { useLastPage } from '../../../../lib/paging/use-last-page.ts';
import { Pager } from '../../../../ui/paging/pager.tsx';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { PROOF_PAGE_SIZE, useGetProofRunsQuery } from '../../announcements-api.ts';
import classes from '../announcement-run-progress.module.css';
import { useCountsText } from './use-counts-text.ts';
import type { ProofListProps } from './proof-rows.tsx';

/** One page of the runs in a time, each with how many places heard it. Its name leads to what each place reported. */
export function ProofRuns({ range, page, onGo }: ProofListProps) {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const zoned = useZonedTimes();
  const countsText = useCountsText();
  const { data, currentData, error, isFetching, refetch } = useGetProofRunsQuery({ ...range, page });
  const onLast = (last: number): void => onGo(last, { replace: true });
  const beyond = useLastPage({ page, pageSize: PROOF_PAGE_SIZE, total: currentData?.total, onLast });
  if (!data && error) {
    return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data || beyond) return <LineSkeletons count={6} height={36} />;
  if (data.total === 0) {
    return (
      <EmptyState icon={<IconListCheck size={24} />} title={t('proof.empty')}>
        {t('proof.empty_text')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label={t('tabs.proof')}>
        {data.rows.map(({ run_id, title, kind, at, time_zone, ...counts }) => (
          <li key={run_id} className={classes.row}>
            <span className={classes.place}>
              <Anchor component={Link} to={`/say?tab=history&run=${run_id}`} fw={600} inherit>
                {title}
              </Anchor>
            </span>
            <span className={classes.detail}>{[zoned(at, time_zone), t(`kind.${kind}`)].join(' · ')}</span>
            <Text span size="sm" className="tabular" c={counts.heard < counts.expected ? 'error' : undefined}>
              {countsText(counts)}
            </Text>
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pageSize={PROOF_PAGE_SIZE}
        total={data.total}
        showing={(shown) => t('proof.showing', shown)}
        onGo={onGo}
      />
    </>
  );
}
