import { useMay } from '../../teams/teams-api.ts';
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import './calendar-grid.css';
import type { Occurrence } from '@belfry/schemas/http/schedules/schedules';
import FullCalendar, { type EventApi, type EventInput } from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import interactionPlugin from '@fullcalendar/react/interaction';
import russian from '@fullcalendar/react/locales/ru';
import classicTheme from '@fullcalendar/react/themes/classic';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import { useTranslation } from 'react-i18next';
import { CLOCK } from '../../../lib/times.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { addMinutes, minutesBetween } from '../local-time.ts';
import type { Move } from './move.ts';
import { colourOf } from './agenda.tsx';

const PLUGINS = [dayGridPlugin, timeGridPlugin, interactionPlugin, classicTheme];
/** How long an event without an end is drawn. */
const DRAWN_MINUTES = 15;
const PER_DAY = 4;
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', ...CLOCK };

export type CalendarGridProps = {
  view: 'week' | 'month';
  date: string;
  /** The wall-clock time of the reader, for the mark of today. */
  now: string;
  occurrences: readonly Occurrence[];
  /** The schedules that the reader may not change. */
  fixed: ReadonlySet<number>;
  /** The zone of the places of an occurrence, where it is not that of the reader. */
  zoneOf: (occurrence: Occurrence) => string | null;
  onOpen: (occurrence: Occurrence) => void;
  /** An occurrence was dragged or resized; `undo` puts it back. */
  onMove: (occurrence: Occurrence, move: Move, undo: () => void) => void;
};

/** A week or a month of wall-clock times, which the grid handles as UTC, so that nothing moves them. */
export function CalendarGrid({ view, date, now, occurrences, fixed, zoneOf, onOpen, onMove }: CalendarGridProps) {
  const { t } = useTranslation('schedule');
  const locale = useLocale();
  const editable = useMay('edit_schedules');
  const byRun = new Map(occurrences.map((each) => [each.run_id, each]));
  const events = occurrences.map((each) => {
    const title = each.enabled ? each.name : `${each.name} (${t('calendar.disabled')})`;
    const event = eventOf(each, [title, zoneOf(each)].filter(Boolean).join(' · '));
    return fixed.has(each.schedule_id) ? { ...event, editable: false } : event;
  });
  const changed = (event: EventApi, undo: () => void, resized: boolean): void => {
    const occurrence = byRun.get(event.id);
    const to = event.startStr.slice(0, 16);
    if (!occurrence || to === '') return undo();
    const minutes = resized && event.endStr !== '' ? minutesBetween(to, event.endStr.slice(0, 16)) : null;
    onMove(occurrence, { from: occurrence.at.slice(0, 16), to, duration_minutes: minutes }, undo);
  };
  return (
    <FullCalendar
      // A grid that is made anew shows its own first date.
      key={`${view} ${date}`}
      plugins={PLUGINS}
      initialView={view === 'week' ? 'timeGridWeek' : 'dayGridMonth'}
      initialDate={date}
      timeZone="UTC"
      now={now}
      firstDay={1}
      {...(locale === 'ru' && { locale: russian })}
      headerToolbar={false}
      height="auto"
      allDaySlot={false}
      displayEventEnd={false}
      eventTimeFormat={TIME}
      slotHeaderFormat={TIME}
      nowIndicator
      slotEventOverlap={false}
      dayMaxEvents={PER_DAY}
      defaultTimedEventDuration={{ minutes: DRAWN_MINUTES }}
      events={events}
      editable={editable}
      eventInteractive
      eventClick={({ event, jsEvent }) => {
        jsEvent.preventDefault();
        const occurrence = byRun.get(event.id);
        if (occurrence) onOpen(occurrence);
      }}
      eventDrop={({ event, revert }) => changed(event, revert, false)}
      eventResize={({ event, revert }) => changed(event, revert, true)}
    />
  );
}

function eventOf({ run_id, type, at, until, enabled }: Occurrence, title: string): EventInput {
  return {
    id: run_id,
    title,
    start: at,
    end: until ?? addMinutes(at, DRAWN_MINUTES),
    durationEditable: until !== null,
    color: colourOf(type, enabled),
    contrastColor: '#ffffff',
  };
}
