import type { Occurrence, Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Stack, Text, ActionIcon, Button, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { lazyPart } from '../../../ui/states/lazy-part.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { ownerParameter } from '../../../lib/api/call.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { useMay } from '../../teams/teams-api.ts';
import { daysIntoWeek } from '../../../lib/browser-habits.ts';
import { dateOf, wallTime, isLocalDate, addDays, useLocalTimes, weekdayOf } from '../../../lib/local-time.ts';
import { type Move, useMove } from './move.ts';
import { Agenda } from './agenda.tsx';
import type { CalendarGridProps } from './calendar-grid.tsx';
import { entriesOf, zoneText, type Entry, type ViewZone } from './entries.ts';
import { MoveDialog } from './move-dialog.tsx';
import { useGetCalendarQuery } from '../schedules-api.ts';
import { idOf, SchedulePlace, useScheduleAddress, useScheduleOwner } from '../../places/index.ts';
import { BELLS } from '../schedule-values.ts';

const CalendarGrid = lazyPart<CalendarGridProps>({
  load: async () => (await import('./calendar-grid.tsx')).CalendarGrid,
  Waiting: () => <LineSkeletons count={10} height={48} />,
});

type Opened = { occurrence: Occurrence; dragged: Move | null; undo: () => void };
/** The calendar of a week, a month or as a list; view, date and place are part of the address; see PLAN-2 and PLAN-3. */
export function CalendarPanel({
  schedules,
  now,
  zone,
}: {
  schedules: readonly Schedule[];
  now: number;
  zone: ViewZone;
}) {
  const { t } = useTranslation('schedule');
  const errorText = useErrorMessage();
  const here = wallTime(now, zone.name);
  const { view, date, node, range, query } = useCalendar(here, zone);
  const { data, currentData, error, refetch, isFetching, fulfilledTimeStamp } = query;
  const { move } = useMove();
  const moves = useMay('edit_schedules');
  const fixed = new Set(schedules.flatMap(({ id, may_change }) => (may_change === false ? [id] : [])));
  const [opened, setOpened] = useState<Opened | null>(null);
  const shownIds = new Set(schedules.map(({ id }) => id));
  const entriesIn = (occurrences: readonly Occurrence[]): Entry[] =>
    entriesOf(
      occurrences.filter(({ type, schedule_id }) => type === BELLS || shownIds.has(schedule_id)),
      zone,
    ).filter(({ at }) => range.from <= dateOf(at) && dateOf(at) < range.to);
  const { go } = useScheduleAddress();
  // A bell is changed with its timetable.
  const open = (occurrence: Occurrence): void =>
    occurrence.type === BELLS ? go({ tab: 'bells' }) : setOpened({ occurrence, dragged: null, undo: () => undefined });

  /** An occurrence that is the only one moves without a question; for a recurring one the dialog asks which dates move. */
  const drop = (occurrence: Occurrence, dragged: Move, undo: () => void): void => {
    if (occurrence.recurring) return setOpened({ occurrence, dragged, undo });
    void move(occurrence, dragged, 'all').then((moved) => {
      if (!moved) undo();
    });
  };
  return (
    <Card title={t('calendar.title')} order={2}>
      <Stack gap="md">
        <CalendarToolbar view={view} date={date} today={dateOf(here)} node={node} zone={zone} />
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
            <Agenda entries={entriesIn(currentData ?? [])} onOpen={open} />
          </Stale>
        ) : (
          <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
            {moves && (
              <Text size="xs" c="dimmed">
                {t('calendar.hint')}
              </Text>
            )}
            <CalendarGrid
              view={view}
              date={date}
              now={here}
              entries={entriesIn(currentData ?? data)}
              fixed={fixed}
              inScheduleZone={zone.inScheduleZone}
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
function useCalendar(here: string, { converts }: ViewZone) {
  const mobile = useMobile();
  const { address } = useScheduleAddress();
  const named = address.get('date') ?? '';
  const date = isLocalDate(named) ? named : dateOf(here);
  const addressed = CALENDAR_VIEWS.find((each) => each === address.get('view')) ?? 'week';
  const view = mobile ? 'agenda' : addressed;
  const node = idOf(address, 'node');
  const range = rangeOf(view, date);
  // The days of places elsewhere begin and end at other times.
  const isWider = converts && view !== 'month';
  const query = useGetCalendarQuery({
    ...(isWider ? { from: addDays(range.from, -1), to: addDays(range.to, 1) } : range),
    ...(node !== null && { company_id: node }),
    ...ownerParameter(useScheduleOwner()),
  });
  return { view, date, node, range, query };
}

type Props = { view: CalendarView; date: string; today: string; node: number | null; zone: ViewZone };
function CalendarToolbar({ view, date, today, node, zone }: Props) {
  const { t } = useTranslation('schedule');
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
        <ZoneSelect zone={zone} />
        <SchedulePlace label={t('calendar.node')} hint={t('calendar.node_all')} value={node} />
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

function ZoneSelect({ zone: { name, choices, own, choose } }: { zone: ViewZone }) {
  const { t } = useTranslation('schedule');
  if (choices.length < 2) return null;
  return (
    <NativeSelect
      label={t('calendar.zone')}
      value={name}
      data={choices.map((value) => ({
        value,
        label: value === own ? t('calendar.own_zone', { zone: zoneText(value) }) : zoneText(value),
      }))}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}

const CALENDAR_VIEWS = ['week', 'month', 'agenda'] as const;
type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** The most that one request may span, which a month with its neighbours' days fills. */
const MONTH_DAYS = 42;
const DAYS: Record<CalendarView, number> = { week: 7, month: MONTH_DAYS, agenda: 14 };
const weekOf = (date: string): string => addDays(date, -daysIntoWeek(weekdayOf(date)));
const firstOfMonth = (date: string): string => `${date.slice(0, 7)}-01`;

/** The dates that a view shows; `to` is exclusive. */
export function rangeOf(view: CalendarView, date: string): { from: string; to: string } {
  const from = view === 'agenda' ? date : weekOf(view === 'month' ? firstOfMonth(date) : date);
  return { from, to: addDays(from, DAYS[view]) };
}

/** The date of the view before (-1) or after (1). */
export function stepOf(view: CalendarView, date: string, step: 1 | -1): string {
  if (view !== 'month') return addDays(date, step * DAYS[view]);
  const [year = 0, month = 0] = date.split('-').map(Number);
  const months = year * 12 + month - 1 + step;
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(months / 12)}-${pad((months % 12) + 1)}-01`;
}
