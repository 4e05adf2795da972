import { IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useReason } from '../../../../api/use-reason.ts';
import { useTimes, useZonedTimes } from '../../../../lib/format/times.ts';
import { useLastPage } from '../../../../lib/paging/use-last-page.ts';
import { DeviceName } from '../../../../ui/devices/device-name.tsx';
import { useClockText } from '../../../../ui/devices/use-clock-text.ts';
import { Pager } from '../../../../ui/paging/pager.tsx';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { PROOF_PAGE_SIZE, useGetProofQuery, type ProofRange } from '../../announcements-api.ts';
import { DeliveryBadge } from '../state-badges.tsx';
import classes from '../announcement-run-progress.module.css';

export type ProofListProps = {
  range: ProofRange;
  page: number;
  onGo: (page: number, options?: { replace: boolean }) => void;
};

/** One page of the receipts in a time. */
export function ProofRows({ range, page, onGo }: ProofListProps) {
  const { t } = useTranslation('announcements');
  const messageOf = useErrorMessage();
  const { moment } = useTimes();
  const zoned = useZonedTimes();
  const clockText = useClockText();
  const reasonOf = useReason();
  const { data, currentData, error, isFetching, refetch } = useGetProofQuery({ ...range, page });
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
        {data.rows.map(
          ({ run_id, serial, place, title, kind, at, time_zone, reported_at, clock_skew_ms, state, ...row }) => (
            <li key={`${run_id} ${serial}`} className={classes.row}>
              <span className={classes.place}>
                <DeviceName name={place} serial={serial} /> {title}
              </span>
              <span className={classes.detail}>
                {[
                  zoned(at, time_zone),
                  t(`kind.${kind}`),
                  reasonOf(row),
                  clockText(clock_skew_ms),
                  reported_at !== null && t('proof.reported', { time: moment(reported_at) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <DeliveryBadge state={state} kind={kind} />
            </li>
          ),
        )}
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
