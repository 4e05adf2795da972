import type { ProofRow } from '@belfry/schemas/http/announcements/proof-of-play';
import { useTranslation } from 'react-i18next';
import { useReason } from '../../../../api/use-reason.ts';
import { useTimes, useZonedTimes } from '../../../../lib/format/times.ts';
import { DeviceName } from '../../../../ui/devices/device-name.tsx';
import { useClockText } from '../../../../ui/devices/use-clock-text.ts';
import { useGetProofQuery } from '../../announcements-api.ts';
import { DeliveryBadge } from '../state-badges.tsx';
import classes from '../announcement-run-progress.module.css';
import { ProofList, type ProofListProps } from './proof-list.tsx';

/** One page of the receipts in a time. */
export function ProofRows({ range, page, onGo }: ProofListProps) {
  const { t } = useTranslation('announcements');
  const { moment } = useTimes();
  const zoned = useZonedTimes();
  const clockText = useClockText();
  const reasonOf = useReason();
  return (
    <ProofList<ProofRow> query={useGetProofQuery({ ...range, page })} page={page} onGo={onGo}>
      {({ run_id, serial, place, title, kind, at, time_zone, reported_at, clock_skew_ms, state, ...row }) => (
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
      )}
    </ProofList>
  );
}
