import type { Occurrence, Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Stack, Text, ActionIcon, Button, Group, SegmentedControl } from '@mantine/core';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../lib/api/use-error-message.ts';
import { TimeZone } from '../../../../lib/times.ts';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { lazyPart } from '../../../../ui/states/lazy-part.tsx';
import { LineSkeletons } from '../../../../ui/states/skeletons.tsx';
import { Stale } from '../../../../ui/states/stale.tsx';
import { dateOf, wallTime, isLocalDate, addDays } from '../../recurrence/local-time.ts';
import type { Move } from '../../recurrence/move.ts';
import { useMove } from '../../use-move.ts';
import { Agenda } from './agenda.tsx';
import type { CalendarGridProps } from './calendar-grid.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { useOccurrenceZone } from './use-occurrence-zone.ts';
import { ownerParameter } from '../../../../lib/api/call.ts';
import { useMobile } from '../../../../lib/use-breakpoint.ts';
import { useGetCalendarQuery } from '../../api/schedules-api.ts';
import { idOf, useScheduleAddress } from '../../schedule-address.ts';
import { useScheduleOwner } from '../../use-schedule-owner.ts';
import { CALENDAR_VIEWS, rangeOf, stepOf, type CalendarView } from './calendar-range.ts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { usePlaces } from '../../use-places.ts';
import { NodeSelect } from '../../../places/index.ts';
import { useLocalTimes } from '../../use-local-times.ts';

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

/**
 * What the address names of the calendar, and its occurrences. A phone shows the agenda.
 * @param here the present local time, whose date is the default
 */
function useCalendar(here: string) {
  const mobile = useMobile();
  const { address } = useScheduleAddress();
  const named = address.get('date') ?? '';
  const date = isLocalDate(named) ? named : dateOf(here);
  const chosen = CALENDAR_VIEWS.find((each) => each === address.get('view')) ?? 'week';
  const view = mobile ? 'agenda' : chosen;
  const node = idOf(address, 'node');
  const query = useGetCalendarQuery({
    ...rangeOf(view, date),
    ...(node !== null && { company_id: node }),
    ...ownerParameter(useScheduleOwner()),
  });
  return { view, date, node, query };
}

type Props = { view: CalendarView; date: string; today: string; node: number | null };
/** Today, earlier, later, the shown time, the view and the place. */
function CalendarToolbar({ view, date, today, node }: Props) {
  const { t } = useTranslation('schedule');
  const places = usePlaces();
  const mobile = useMobile();
  const { go } = useScheduleAddress();
  const times = useLocalTimes();
  const { from, to } = rangeOf(view, date);
  const title = view === 'month' ? times.month(date) : `${times.date(from)} – ${times.date(addDays(to, -1))}`;
  const show = (next: string): void => go({ date: next === today ? null : next });
  return (
    <Group justify="space-between" gap="sm" align="flex-end">
      <Group gap="xs">
        <Button variant="default" onClick={() => show(today)}>
          {t('calendar.today')}
        </Button>
        <ActionIcon
          size="input-sm"
          variant="default"
          aria-label={t('calendar.previous')}
          onClick={() => show(stepOf(view, date, -1))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="input-sm"
          variant="default"
          aria-label={t('calendar.next')}
          onClick={() => show(stepOf(view, date, 1))}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <Text fw={600} className="tabular" aria-live="polite">
          {title}
        </Text>
      </Group>
      <Group gap="sm" align="flex-end">
        <NodeSelect
          places={places}
          label={t('calendar.node')}
          placeholder={t('calendar.node_all')}
          value={node}
          onChange={(id) => go({ node: id })}
        />
        {!mobile && (
          <SegmentedControl
            aria-label={t('calendar.view')}
            data={CALENDAR_VIEWS.map((value) => ({ value, label: t(`calendar.${value}`) }))}
            value={view}
            onChange={(next) => go({ view: next === 'week' ? null : next })}
          />
        )}
      </Group>
    </Group>
  );
}
