import type { Occurrence, Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Stack, Text } from '@mantine/core';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { TimeZone } from '../../../../lib/format/times.ts';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { lazyPart } from '../../../../ui/states/lazy-part.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { Stale } from '../../../../ui/states/stale.tsx';
import { dateOf, wallTime } from '../../recurrence/local-time.ts';
import type { Move } from '../../recurrence/move.ts';
import { useMove } from '../../use-move.ts';
import { Agenda } from './agenda.tsx';
import type { CalendarGridProps } from './calendar-grid.tsx';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { useOccurrenceZone } from './use-occurrence-zone.ts';
import { useCalendar } from './use-calendar.ts';

const CalendarGrid = lazyPart<CalendarGridProps>({
  load: async () => (await import('./calendar-grid.tsx')).CalendarGrid,
  Waiting: () => <LineSkeletons count={10} height={48} />,
});

type Opened = { occurrence: Occurrence; dragged: Move | null; undo: () => void };

/** The calendar of a week, a month or as a list; view, date and place are part of the address; see PLAN-2 and PLAN-3. */
export function CalendarPanel({ schedules, now }: { schedules: readonly Schedule[]; now: number }) {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const here = wallTime(now, useContext(TimeZone));
  const zoneOf = useOccurrenceZone(schedules);
  const { view, date, node, query } = useCalendar(here);
  const { data, currentData, error, refetch, isFetching, fulfilledTimeStamp } = query;
  const { move } = useMove();
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = (occurrence: Occurrence): void => setOpened({ occurrence, dragged: null, undo: () => undefined });

  /** One that happens once moves at once; of a recurring one the dialog asks which dates move. */
  const drop = (occurrence: Occurrence, dragged: Move, undo: () => void): void => {
    if (occurrence.recurring) return setOpened({ occurrence, dragged, undo });
    void move(occurrence, dragged, 'all').then((moved) => {
      if (!moved) undo();
    });
  };
  return (
    <Card title={t('calendar.title')} order={2}>
      <Stack gap="md">
        <CalendarToolbar view={view} date={date} today={dateOf(here)} node={node} />
        {!currentData && error ? (
          <ErrorState
            message={errorText(error, t('calendar.load_failed'))}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : !data || (view === 'agenda' && !currentData) ? (
          <LineSkeletons count={8} height={40} />
        ) : view === 'agenda' ? (
          <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
            <Agenda occurrences={currentData ?? []} zoneOf={zoneOf} onOpen={open} />
          </Stale>
        ) : (
          <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
            <Text size="xs" c="dimmed">
              {t('calendar.hint')}
            </Text>
            <CalendarGrid
              view={view}
              date={date}
              now={here}
              occurrences={currentData ?? data}
              zoneOf={zoneOf}
              onOpen={open}
              onMove={drop}
            />
          </Stale>
        )}
      </Stack>
      {opened && (
        <MoveDialog
          occurrence={opened.occurrence}
          dragged={opened.dragged}
          onClose={(moved) => {
            if (!moved) opened.undo();
            setOpened(null);
          }}
        />
      )}
    </Card>
  );
}
