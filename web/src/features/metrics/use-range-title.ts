import { useTranslation } from 'react-i18next';
import { timesIn } from '../../lib/format/times.ts';
import { useLocale } from '../../lib/i18n.ts';
import { isRelative, type HistoryRange } from './history-range.ts';

/** The heading of a history, which names its range. */
export function useRangeTitle(range: HistoryRange): string {
  const { t } = useTranslation('metrics');
  const locale = useLocale();
  if (isRelative(range)) return t(`history.${range}`);
  // A chosen day has no zone, so it is written in the one in which it is parsed.
  const { day } = timesIn(locale, 'UTC');
  return t('history.custom', { first: day(range.first), last: day(range.last) });
}
