import { useTranslation } from 'react-i18next';
import { useLocale } from '../../lib/i18n.ts';
import { formatAgo } from '../../lib/format/format.ts';
import { useTimes } from '../../lib/format/times.ts';
import { useNow } from '../../lib/hooks/use-now.ts';

const TICK_MS = 5_000;

/** The time since a device was last seen. Re-renders by itself, on a timer that all share, so that its card does not. */
export function LastSeen({ at }: { at: string | null }) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const times = useTimes();
  const now = useNow(TICK_MS);
  if (at === null) return <span>{t('device.never_seen')}</span>;
  return (
    <time dateTime={at} title={t('device.last_seen', { when: times.moment(at) })}>
      {formatAgo(at, now, locale)}
    </time>
  );
}
