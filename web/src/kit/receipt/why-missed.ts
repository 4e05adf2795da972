import type { AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import type { Receipt } from '@belfry/schemas/http/announcements/receipts';
import { useReason } from '../../lib/reasons.ts';
import { useTimes } from '../../lib/times.ts';
import { useNow } from '../../lib/timers.ts';
import { useTranslation } from '../../lib/translation.ts';
import type { Delivery } from '../../features/announcements/announcements-api.ts';

/** `cure`: the tab of the place on which it is put right; null: the reason says it. */
export type Missed = { text: string; cure: 'loudspeakers' | 'about' | null };

type Reported = Pick<Delivery, 'state' | 'reason' | 'reason_code' | 'reason_params'> & {
  offline_since?: string | null;
};

/** Why a place did not hear an announcement. */
export function useWhyMissed(): (delivery: Reported, kind: AnnouncementRun['kind']) => Missed {
  const { t } = useTranslation('receipt');
  const reasonOf = useReason();
  const { time, moment, day } = useTimes();
  const today = day(useNow(60_000));
  return (delivery, kind) => {
    const { state, reason, reason_code, offline_since: since = null } = delivery;
    if (reason_code === 'quiet_hours') return { text: reasonOf(delivery) ?? '', cure: 'about' };
    if (since !== null && (state === 'offline' || state === 'expired' || state === 'waiting'))
      return {
        text: t('why.offline_since', { since: day(since) === today ? time(since) : moment(since) }),
        cure: 'loudspeakers',
      };
    if (reason !== null) return { text: reasonOf(delivery) ?? reason, cure: null };
    if (state === 'waiting' && kind === 'schedule') return { text: t('why.silent'), cure: 'loudspeakers' };
    return { text: t(`why.${state}`), cure: state === 'offline' ? 'loudspeakers' : null };
  };
}

/** The most frequent reason of a receipt, as `2: offline`. */
export function useReceiptWhy(): (receipt: Receipt) => string | null {
  const whyOf = useWhyMissed();
  return ({ why, kind }) => why && whyOf(why, kind).text;
}
