import type { SayPreview } from '@belfry/schemas/http/announcements/announcements';
import { nameWithPlace } from '../../lib/name-with-place.ts';
import { useNow } from '../../lib/timers.ts';
import { useTimes } from '../../lib/times.ts';
import { useTranslation } from '../../lib/translation.ts';

/** `Bakery (offline since 09:12)`: who would not hear it, and why. */
export function useUnheardName(): (unheard: SayPreview['unheard'][number]) => string {
  const { t } = useTranslation('who-hears');
  const { time, moment, day } = useTimes();
  const today = day(useNow(60_000));
  return ({ place, path, reason, since, until }) => {
    const name = nameWithPlace(path, place);
    if (reason === 'muted') return t('muted', { name });
    if (reason === 'quiet_hours') return t('quiet_until', { name, until });
    if (since === null) return t('offline', { name });
    return t('offline_since', { name, since: day(since) === today ? time(since) : moment(since) });
  };
}
