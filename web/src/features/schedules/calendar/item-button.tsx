import { UnstyledButton } from '@mantine/core';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { addMinutes, dateOf, useLocalTimes } from '../../../lib/local-time.ts';
import { useTranslation } from '../../../lib/translation.ts';
import type { CSSProperties } from 'react';
import { useTypeText } from '../schedule-values.ts';
import { isSpan, type Item } from './items.ts';
import classes from './calendar.module.css';

/** `08:00 – 22:00`, of a part of several days `– 02:00`; often: `every 15 min, 20×`. */
export function useItemTexts() {
  const { t } = useTranslation('calendar');
  const times = useLocalTimes();
  const locale = useLocale();
  const typeText = useTypeText();
  const nameOf = ({ of, name }: Item): string =>
    isSpan(of) && of.cause !== 'window' ? t(`span.${of.cause}`, { name }) : name;
  const timeOf = ({ at, until }: Item, date: string): string => {
    const begins = dateOf(at) === date ? at : '';
    if (until === null) return begins && times.time(begins);
    // Midnight belongs to the day that it ends.
    return times.range(begins, dateOf(addMinutes(until, -1)) === date ? until : '');
  };
  const oftenOf = ({ often }: Item): string => {
    if (often === null) return '';
    const count = t('often.times', { times: formatCount(often.count, locale) });
    return often.minutes === null ? count : `${t('often.every', { minutes: often.minutes })}, ${count}`;
  };
  const kindOf = ({ of }: Item): string => {
    if (isSpan(of)) return t('lane.work');
    return of.type === 'day_programme' ? t('lane.music') : typeText(of.type);
  };
  return { nameOf, timeOf, oftenOf, kindOf };
}

type Props = {
  item: Item;
  date: string;
  onOpen: (item: Item) => void;
  /** The time stands beside it already. */
  isTimed?: boolean;
  /** The calendar opens at it. */
  isNext?: boolean;
  style?: CSSProperties;
};

/** An event of the calendar, which opens its drawer. */
export function ItemButton({ item, date, onOpen, isTimed = false, isNext = false, style }: Props) {
  const { t } = useTranslation('calendar');
  const { nameOf, timeOf, oftenOf } = useItemTexts();
  const { off } = item;
  const time = timeOf(item, date);
  return (
    <UnstyledButton
      className={classes.item ?? ''}
      data-off={off ?? undefined}
      data-item
      data-next={isNext || undefined}
      tabIndex={-1}
      style={style ?? {}}
      title={[time, nameOf(item)].join(' ')}
      onClick={() => onOpen(item)}
    >
      {!isTimed && time !== '' && <span className={`tabular ${classes.time}`}>{time}</span>}{' '}
      <span className={classes.name}>{[nameOf(item), oftenOf(item)].filter(Boolean).join(' · ')}</span>
      {off !== null && <span className={classes.off}> {t(`off.${off}`)}</span>}
    </UnstyledButton>
  );
}
