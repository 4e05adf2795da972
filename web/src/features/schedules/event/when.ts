import { useLocalTimes } from '../../../lib/local-time.ts';
import { useOtherCity } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';

/** `Sun, Nov 29, 2026, 19:45, Berlin time`; the city only where the reader is elsewhere. @param zone whose clock it is */
export function useWhen(zone: string): (at: string) => string {
  const { t } = useTranslation('calendar');
  const times = useLocalTimes();
  const city = useOtherCity()(zone);
  return (at) => {
    const moment = times.moment(at);
    return city === null ? moment : t('when_in', { at: moment, city });
  };
}
