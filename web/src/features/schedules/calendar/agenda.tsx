import type { Occurrence, Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useContext } from 'react';
import { otherZoneOf, TimeZone } from '../../../lib/times.ts';
import { dateOf, useLocalTimes } from '../local-time.ts';
import { useTypeText } from '../schedule-values.ts';
import classes from '../schedules.module.css';

type Props = {
  occurrences: readonly Occurrence[];
  /** The zone of the places of an occurrence, where it is not that of the reader. */
  zoneOf: (occurrence: Occurrence) => string | null;
  onOpen: (occurrence: Occurrence) => void;
};

/** What happens, day by day, as a list; on phones instead of the grid. */
export function Agenda({ occurrences, zoneOf, onOpen }: Props) {
  const { t } = useTranslation('schedule');
  const times = useLocalTimes();
  const days = [...Map.groupBy(occurrences, ({ at }) => dateOf(at))];
  if (days.length === 0) {
    return (
      <Text size="sm" c="dimmed" py="md">
        {t('calendar.empty')}
      </Text>
    );
  }
  return (
    <Stack gap="md">
      {days.map(([date, all]) => (
        <section key={date} aria-labelledby={`day-${date}`}>
          <Title order={3} size="h6" mb={4} id={`day-${date}`}>
            {times.longDay(date)}
          </Title>
          <OccurrenceList occurrences={all} zoneOf={zoneOf} onOpen={onOpen} />
        </section>
      ))}
    </Stack>
  );
}

/** Occurrences as buttons that open them. With `dated` each names its day. */
export function OccurrenceList({ occurrences, dated = false, zoneOf, onOpen }: Props & { dated?: boolean }) {
  const { t } = useTranslation('schedule');
  const times = useLocalTimes();
  const typeText = useTypeText();
  return (
    <ul className={classes.list}>
      {occurrences.map((each) => (
        <li key={each.run_id}>
          <UnstyledButton
            className={classes.entry ?? ''}
            data-off={!each.enabled || undefined}
            onClick={() => onOpen(each)}
          >
            <span className={classes.mark} style={{ background: colourOf(each.type, each.enabled) }} aria-hidden />
            <span className={`${classes.time} tabular`}>
              {dated && `${times.day(each.at)}, `}
              {times.time(each.at)}
              {each.until !== null && ` – ${times.time(each.until)}`}
              {zoneOf(each) !== null && ` ${zoneOf(each)}`}
            </span>
            <span className={classes.entryName}>{each.name}</span>
            <span className={classes.type}>
              {typeText(each.type)}
              {!each.enabled && ` · ${t('calendar.disabled')}`}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

const COLOURS: Record<string, string> = {
  message: 'purple',
  playlist: 'company',
  station: 'element',
  maintenance: 'device',
  report: 'warning',
};

/** The fill of an event, on which white text is readable; grey for silence, and for what is not enabled. */
export function colourOf(type: string, enabled: boolean): string {
  const colour = enabled ? COLOURS[type] : undefined;
  return colour === undefined ? 'var(--mantine-color-gray-7)' : `var(--mantine-color-${colour}-filled)`;
}

/** The zone of the places of an occurrence, where it is not that of the reader. */
export function useOccurrenceZone(schedules: readonly Schedule[]): (occurrence: Occurrence) => string | null {
  const own = useContext(TimeZone);
  const zones = new Map(schedules.map(({ id, time_zone }) => [id, otherZoneOf(own, time_zone)]));
  return ({ schedule_id }) => zones.get(schedule_id) ?? null;
}
