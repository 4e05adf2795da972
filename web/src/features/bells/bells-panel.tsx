import { Button, Stack, Text, Group } from '@mantine/core';
import type { Timetable } from '@belfry/schemas/http/bells/timetables';
import { IconChevronLeft, IconChevronRight, IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useContext, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { Link } from 'react-router';
import { isApiError } from '../../lib/api/api-error.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import {
  changedAddress,
  SchedulePlace,
  usePlaceName,
  useScheduleAddress,
  useScheduleOwner,
  useSchedulePlace,
} from '../places/index.ts';
import { dateOf, isLocalDate, wallTime, useLocalTimes } from '../../lib/local-time.ts';
import { TimeZone, zoneNameOf } from '../../lib/times.ts';
import { useGetBellsQuery, useGetTimetablesQuery } from './bells-api.ts';
import { TimetableList } from './timetable-list.tsx';
import { addMonths, monthOf } from './year.ts';
import classes from './bells.module.css';
import type { BellCalendar } from '@belfry/schemas/http/bells/bells';
import { saveFile } from '../../lib/save-file.ts';
import { Section } from '../../kit/detail/index.ts';
import { useMay } from '../teams/teams-api.ts';
import { bellsFile } from './bells-file.ts';
import { BrushChoice, RangeForm, usePainting, type Brush } from './painting.tsx';
import { NowCard } from './now-card.tsx';
import { WeekCard } from './week-card.tsx';
import { YearCalendar } from './year-calendar.tsx';

/** The timetables of an organisation, and the bells of the place that the address names; see PLAN-10 and PLAN-11. */
export function BellsPanel() {
  const { t } = useTranslation('bells');
  const errorText = useErrorMessage();
  const { data, error, refetch, isFetching } = useGetTimetablesQuery(useScheduleOwner());
  const { first: node } = useSchedulePlace();
  if (!data && error)
    return (
      <ErrorState message={errorText(error, t('load_failed'))} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (!data) return <LineSkeletons count={8} height={40} />;
  return (
    <Stack gap="lg">
      <Stack gap="lg" className={classes.screen}>
        <Text size="sm" c="dimmed">
          {t('lead')}
        </Text>
        <TimetableList timetables={data} />
        <div style={{ maxWidth: 480 }}>
          <SchedulePlace label={t('place.label')} hint={t('place.choose')} value={node} isNeeded={node !== null} />
        </div>
      </Stack>
      {node !== null && <BellsOf key={node} node={node} timetables={data} />}
    </Stack>
  );
}

const MONTHS = 12;

function BellsOf({ node, timetables }: { node: number; timetables: readonly Timetable[] }) {
  const { t } = useTranslation('bells');
  const errorText = useErrorMessage();
  const { address } = useScheduleAddress();
  const zone = zoneNameOf(useContext(TimeZone));
  const [from, setFrom] = useState(() => {
    const date = address.get('date') ?? '';
    return monthOf(isLocalDate(date) ? date : dateOf(wallTime(Date.now(), zone)));
  });
  const range = { from, to: addMonths(from, MONTHS) };
  // What was shown stays while another range or a change is loaded.
  const { data, error, refetch, isFetching } = useGetBellsQuery({ company_id: node, ...range });
  if (!data && isApiError(error) && error.status === 404) {
    const another = (
      <Button
        component={Link}
        to={`?${changedAddress(address, { node: null }).toString()}`}
        preventScrollReset
        mt="xs"
        variant="light"
      >
        {t('place.another')}
      </Button>
    );
    return <ErrorState message={t('place.gone')} action={another} />;
  }
  if (!data && error)
    return (
      <ErrorState message={errorText(error, t('load_failed'))} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (!data) return <LineSkeletons count={10} height={40} />;
  return (
    <PlaceBells
      bells={data}
      range={range}
      timetables={timetables}
      onMove={(months) => setFrom(addMonths(from, months))}
    />
  );
}

type Props = {
  bells: BellCalendar;
  /** The twelve months that are shown; `to` is not among them. */
  range: { from: string; to: string };
  timetables: readonly Timetable[];
  /** Moves the calendar by so many months. */
  onMove: (months: number) => void;
};

/** The bells of a place: what rings now and next, its week, and its year. */
function PlaceBells({ bells, range, timetables, onMove }: Props) {
  return (
    <Stack gap="lg">
      <Stack gap="lg" className={classes.screen}>
        <NowCard bells={bells} timetables={timetables} />
        <WeekCard
          // Another saved week begins the form again.
          key={JSON.stringify([bells.week, bells.week_source_company_id])}
          bells={bells}
          timetables={timetables}
        />
      </Stack>
      <YearCard bells={bells} range={range} timetables={timetables} onMove={onMove} />
    </Stack>
  );
}

function YearCard({ bells, range, timetables, onMove }: Props) {
  const { t } = useTranslation('bells');
  const times = useLocalTimes();
  const name = usePlaceName(bells.company_id);
  const [brush, setBrush] = useState<Brush>('no_bells');
  const paint = usePainting(bells);
  const edits = useMay('edit_schedules');
  const span = t('calendar.span', { from: times.month(range.from), to: times.month(lastMonth(range.to)) });
  return (
    <Section title={t('calendar.of', { name, span })}>
      <Stack gap="md">
        <Stack gap="md" className={classes.screen}>
          <Group justify="space-between" gap="sm">
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconChevronLeft size={16} aria-hidden />}
                onClick={() => onMove(-6)}
              >
                {t('calendar.earlier')}
              </Button>
              <Button
                variant="default"
                rightSection={<IconChevronRight size={16} aria-hidden />}
                onClick={() => onMove(6)}
              >
                {t('calendar.later')}
              </Button>
            </Group>
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconPrinter size={16} aria-hidden />}
                onClick={() => window.print()}
              >
                {t('calendar.print')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
                onClick={() => {
                  const text = bellsFile(bells.days, timetables, {
                    columns: [t('file.date'), t('file.weekday'), t('file.timetable'), t('file.bells')],
                    weekday: (day) => times.weekday(day, 'long'),
                    noBells: t('calendar.no_bells'),
                  });
                  saveFile(`bells-${range.from}.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }));
                }}
              >
                {t('calendar.csv')}
              </Button>
            </Group>
          </Group>
          {edits && (
            <>
              <Text size="sm" c="dimmed" maw={720}>
                {t('calendar.hint')}
              </Text>
              <BrushChoice value={brush} timetables={timetables} onChange={setBrush} />
              <RangeForm key={bells.today} today={bells.today} onPaint={(days) => void paint(brush, days)} />
            </>
          )}
        </Stack>
        <YearCalendar
          range={range}
          days={bells.days}
          today={bells.today}
          timetables={timetables}
          onPaint={edits ? (days) => void paint(brush, days) : undefined}
        />
        <TimetableSheet bells={bells} timetables={timetables} />
      </Stack>
    </Section>
  );
}

/** @param to the first day of the month after it */
const lastMonth = (to: string): string => {
  const before = new Date(`${to}T00:00Z`);
  before.setUTCDate(0);
  return before.toISOString().slice(0, 10);
};

/** The timetables that the shown days ring, with their bells: on paper only, below the calendar. */
function TimetableSheet({ bells, timetables }: { bells: BellCalendar; timetables: readonly Timetable[] }) {
  const rung = new Set(bells.days.map(({ timetable_id }) => timetable_id));
  return timetables
    .filter(({ id }) => rung.has(id))
    .map((timetable) => (
      <section key={timetable.id} className={classes.sheet}>
        <h3>
          <span className={classes.mark} data-colour={timetable.colour} aria-hidden /> {timetable.name}
        </h3>
        <ol className="tabular">
          {timetable.bells.map(({ at, label }) => (
            <li key={at}>
              {at} {label}
            </li>
          ))}
        </ol>
      </section>
    ));
}
