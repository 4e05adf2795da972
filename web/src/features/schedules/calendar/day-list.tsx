import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { dateOf, useLocalTimes } from '../../../lib/local-time.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { Row } from '../../../kit/list/index.ts';
import { useItemTexts } from './item-button.tsx';
import { datesIn, isOn, type Item } from './items.ts';
import type { ViewProps } from './week-table.tsx';
import classes from './calendar.module.css';

type Props = Pick<ViewProps, 'items' | 'from' | 'to' | 'here' | 'onMoment'> & {
  /** The address that opens it. */
  addressOf: (item: Item) => string;
};

/** On a phone: the days below each other, of today what is still to come. */
export function DayList({ items, from, to, here, onMoment, addressOf }: Props) {
  const { t } = useTranslation('calendar');
  const times = useLocalTimes();
  const today = dateOf(here);
  const comes = ({ at, until }: Item): boolean => (until ?? at).slice(0, 16) >= here;
  return datesIn({ from, to }).map((date) => {
    const listed = items.filter((item) => isOn(item, date) && (date !== today || comes(item)));
    const moment = `${date}T${date === today ? here.slice(11, 16) : '12:00'}`;
    return (
      <section key={date} aria-labelledby={`day-${date}`}>
        <div className={classes.listHead}>
          <h2 id={`day-${date}`}>{times.weekdayAndDay(date)}</h2>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={t('moment.of', { at: times.moment(moment) })}
            onClick={() => onMoment(moment)}
          >
            <IconPlus size={16} aria-hidden />
          </Button>
        </div>
        {listed.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('nothing')}
          </Text>
        ) : (
          <ul className={classes.list}>
            {listed.map((item) => (
              <li key={item.id}>
                <ItemRow item={item} date={date} to={addressOf(item)} />
              </li>
            ))}
          </ul>
        )}
      </section>
    );
  });
}

/** A line of the list of a day, and of the bells of one. */
export function ItemRow({ item, date, to }: { item: Item; date: string; to: string }) {
  const { t } = useTranslation('calendar');
  const { nameOf, timeOf, oftenOf, kindOf } = useItemTexts();
  return (
    <Row
      to={to}
      lead={timeOf(item, date)}
      name={nameOf(item)}
      path={[kindOf(item), oftenOf(item)].filter(Boolean).join(' · ')}
      facts={item.off === null ? undefined : t(`off.${item.off}`)}
    />
  );
}
