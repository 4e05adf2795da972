import type { Occurrence } from '@belfry/schemas/http/schedules/schedules';
import { Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useTranslation } from '../../../lib/translation.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { dateOf, useLocalTimes } from '../../../lib/local-time.ts';
import type { Entry } from './entries.ts';
import { useTypeText } from '../schedule-values.ts';
import classes from '../schedules.module.css';

type Props = { entries: readonly Entry[]; onOpen: (occurrence: Occurrence) => void };

export function Agenda({ entries, onOpen }: Props) {
  const { t } = useTranslation('schedule');
  const times = useLocalTimes();
  const days = [...Map.groupBy(entries, ({ at }) => dateOf(at))];
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
          <EntryList entries={all} onOpen={onOpen} />
        </section>
      ))}
    </Stack>
  );
}

type ListProps = Props & {
  /** Text after the time of an entry, such as how soon it is; with it each entry names its day. */
  soon?: (entry: Entry) => string;
};
export function EntryList({ entries, onOpen, soon }: ListProps) {
  const { t } = useTranslation('schedule');
  const times = useLocalTimes();
  const typeText = useTypeText();
  const oftenText = useOftenText();
  return (
    <ul className={classes.list}>
      {entries.map((entry) => {
        const { occurrence, at, until } = entry;
        const { run_id, enabled, name, type } = occurrence;
        return (
          <li key={run_id}>
            <UnstyledButton
              className={classes.entry ?? ''}
              data-off={!enabled || undefined}
              onClick={() => onOpen(occurrence)}
            >
              <span className={classes.mark} style={{ background: colourOf(type, enabled) }} aria-hidden />
              <span className={`${classes.time} tabular`}>
                {soon && `${times.day(at)}, `}
                {times.time(at)}
                {until !== null && ` – ${times.time(until)}`}
                {soon && ` · ${soon(entry)}`}
              </span>
              <span className={classes.entryName}>{[name, oftenText(entry)].filter(Boolean).join(' · ')}</span>
              <span className={classes.type}>
                {typeText(type)}
                {!enabled && ` · ${t('calendar.disabled')}`}
              </span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}

/** Tells of what happens often: `every 2 min, 184×`; empty for what happens once. */
export function useOftenText(): (entry: Pick<Entry, 'often'>) => string {
  const { t } = useTranslation('schedule');
  const locale = useLocale();
  return ({ often }) => {
    if (often === null) return '';
    const times = t('calendar.times', { times: formatCount(often.count, locale) });
    return often.minutes === null ? times : `${t('calendar.every', { minutes: often.minutes })}, ${times}`;
  };
}

const COLOURS: Record<string, string> = {
  message: 'purple',
  playlist: 'company',
  station: 'element',
  maintenance: 'device',
  report: 'warning',
  bells: 'success',
};

/** The fill of an event, on which white text is readable; grey for silence, and for what is not enabled. */
export function colourOf(type: string, enabled: boolean): string {
  const colour = enabled ? COLOURS[type] : undefined;
  return colour === undefined ? 'var(--mantine-color-gray-7)' : `var(--mantine-color-${colour}-filled)`;
}
