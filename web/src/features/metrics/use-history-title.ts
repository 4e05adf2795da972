import { useTranslation } from 'react-i18next';
import { timesIn } from '../../lib/times.ts';
import { useLocale } from '../../lib/i18n.ts';
import { isRelative } from './history-range.ts';
import { useRangeAddress } from './use-range-address.ts';

/** The heading of the history, which names the range of the address. */
export function useHistoryTitle(): string {
  const { t } = useTranslation('metrics');
  const locale = useLocale();
  const { range } = useRangeAddress();
  if (isRelative(range)) return t(`history.${range}`);
  // A chosen day has no zone, so it is written in the one in which it is parsed.
  const { day } = timesIn(locale, 'UTC');
  return t('history.custom', { first: day(range.first), last: day(range.last) });
}
