import { useTranslation } from '../../lib/translation.ts';

/** A duration in the language of the console: `5 min`, `2 h 5 min`, `3 d 4 h`. */
export function useDuration(): (seconds: number) => string {
  const { t } = useTranslation('reports');
  return (seconds) => {
    const minutes = Math.round(seconds / 60);
    if (minutes < 60) return t('time.minutes', { count: minutes });
    const hours = Math.floor(minutes / 60);
    if (hours < 48) return t('time.hours', { hours, minutes: minutes % 60 });
    return t('time.days', { days: Math.floor(hours / 24), hours: hours % 24 });
  };
}
