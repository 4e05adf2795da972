import { useTimes } from '../../lib/times.ts';
import { nameWithPlace } from '../../lib/name-with-place.ts';
import { useTranslation } from '../../lib/translation.ts';
import type { RunDetails } from '../../features/announcements/announcements-api.ts';
import { heardText } from './heard-bar.tsx';
import { useReceiptTitle } from './use-receipt-title.ts';
import { useWhyMissed } from './why-missed.ts';

/** A receipt as lines of text, to send to somebody: what, where, when, and who did not hear it. */
export function useReceiptText(): (run: RunDetails) => string {
  const { t } = useTranslation('receipt');
  const titleOf = useReceiptTitle();
  const whyOf = useWhyMissed();
  const { moment } = useTimes();
  return (run) => {
    const { where, at } = run.receipt;
    const missed = run.rows.filter((delivery) => !delivery.heard && !delivery.sent);
    return [
      [titleOf(run.receipt), where, moment(at)].filter((part) => part !== '').join(' · '),
      heardText(t, run.receipt),
      ...missed.map((delivery) => `${nameWithPlace(delivery.path, delivery.place)}: ${whyOf(delivery, run.kind).text}`),
    ].join('\n');
  };
}
