import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TimelineEntry as Entry } from '@belfry/schemas/http/device-timeline/timeline';
import { useTimes } from '../../../lib/format/times.ts';
import { byDay } from '../days.ts';
import { TimelineEntry } from './timeline-entry.tsx';
import classes from './device-timeline.module.css';

type Props = {
  entries: readonly Entry[];
  /** The id of the entry that the address names. */
  entry: string | null;
  linkTo: (id: string) => string;
};

/** The entries below the day on which they happened. */
export function TimelineDays({ entries, entry, linkTo }: Props) {
  const { t } = useTranslation('device-timeline');
  const times = useTimes();
  return byDay(entries, times.day).map(({ day, entries: ofDay }) => (
    <section key={day} aria-label={day}>
      <Title order={3} size="h6" mb={4}>
        {day}{' '}
        <Text span size="xs" c="dimmed">
          {t('count', { count: ofDay.length })}
        </Text>
      </Title>
      <ol className={classes.list}>
        {ofDay.map((each) => (
          <TimelineEntry key={each.id} entry={each} link={linkTo(each.id)} highlighted={each.id === entry} />
        ))}
      </ol>
    </section>
  ));
}
