import { Button, Group, Stack, Text } from '@mantine/core';
import type { BellCalendar } from '@belfry/schemas/http/bells/bells';
import type { Timetable } from '@belfry/schemas/http/bells/timetables';
import { IconChevronLeft, IconChevronRight, IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Card } from '../../ui/card.tsx';
import { useLocalTimes } from '../../lib/local-time.ts';
import { useMay } from '../teams/teams-api.ts';
import { bellsFile } from './bells-file.ts';
import { BrushChoice, RangeForm, usePainting, type Brush } from './painting.tsx';
import { NowCard } from './now-card.tsx';
import { TimetableSheet } from './timetable-sheet.tsx';
import { usePlaceName } from './use-place-name.ts';
import { WeekCard } from './week-card.tsx';
import { YearCalendar } from './year-calendar.tsx';
import classes from './bells.module.css';

type Props = {
  bells: BellCalendar;
  /** The twelve months that are shown; `to` is not among them. */
  range: { from: string; to: string };
  timetables: readonly Timetable[];
  /** Moves the calendar by so many months. */
  onMove: (months: number) => void;
};

/** The bells of a place: what rings now and next, its week, and its year. */
export function PlaceBells({ bells, range, timetables, onMove }: Props) {
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
    <Card title={t('calendar.of', { name, span })} order={2}>
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
    </Card>
  );
}

/** @param to the first day of the month after it */
const lastMonth = (to: string): string => {
  const before = new Date(`${to}T00:00Z`);
  before.setUTCDate(0);
  return before.toISOString().slice(0, 10);
};
