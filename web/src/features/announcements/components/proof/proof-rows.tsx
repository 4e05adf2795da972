import { useTranslation } from 'react-i18next';
import { useReason } from '../../../../api/use-reason.ts';
import { useTimes, useZonedTimes } from '../../../../lib/format/times.ts';
import { DeviceName } from '../../../../ui/devices/device-name.tsx';
import { useClockText } from '../../../../ui/devices/use-clock-text.ts';
import { RowList } from '../../../../ui/lists/row-list.tsx';
import { usePage } from '../../../../ui/lists/use-page.ts';
import { announcementsApi } from '../../announcements-api.ts';
import { DeliveryBadge } from '../state-badges.tsx';
import classes from '../announcement-run-progress.module.css';
import { PROOF_PAGE_SIZE, useProofFrame, type ProofListProps } from './proof-frame.tsx';

/** One page of the receipts in a time. */
export function ProofRows({ at, range }: ProofListProps) {
  const { t } = useTranslation('announcements');
  const { moment } = useTimes();
  const zoned = useZonedTimes();
  const clockText = useClockText();
  const reasonOf = useReason();
  const list = usePage(announcementsApi.endpoints.getProof, {
    at,
    size: PROOF_PAGE_SIZE,
    ask: ({ page, page_size }) => ({ ...range, page, page_size }),
  });
  return (
    <RowList list={list} {...useProofFrame()} keyOf={({ run_id, serial }) => `${run_id} ${serial}`}>
      {({ serial, place, title, kind, at: instant, time_zone, reported_at, clock_skew_ms, state, ...row }) => (
        <>
          <span className={classes.place}>
            <DeviceName name={place} serial={serial} /> {title}
          </span>
          <span className={classes.detail}>
            {[
              zoned(instant, time_zone),
              t(`kind.${kind}`),
              reasonOf(row),
              clockText(clock_skew_ms),
              reported_at !== null && t('proof.reported', { time: moment(reported_at) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <DeliveryBadge state={state} kind={kind} />
        </>
      )}
    </RowList>
  );
}
