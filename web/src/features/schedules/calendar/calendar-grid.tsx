import { useMay } from '../../teams/teams-api.ts';
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import './calendar-grid.css';
import type { Occurrence } from '@belfry/schemas/http/schedules/schedules';
import FullCalendar, { type EventApi, type EventInput } from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import interactionPlugin from '@fullcalendar/react/interaction';
import german from '@fullcalendar/react/locales/de';
import russian from '@fullcalendar/react/locales/ru';
import classicTheme from '@fullcalendar/react/themes/classic';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import { useTranslation } from '../../../lib/translation.ts';
import { HABITS } from '../../../lib/browser-habits.ts';
import { CLOCK } from '../../../lib/times.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { addMinutes, dateOf, minutesBetween, timeOf } from '../../../lib/local-time.ts';
import type { Move } from './move.ts';
import { colourOf, useOftenText } from './agenda.tsx';
import { BELLS } from '../schedule-values.ts';
import type { Entry, ViewZone } from './entries.ts';

const LOCALES = { en: {}, ru: { locale: russian }, de: { locale: german } };
const PLUGINS = [dayGridPlugin, timeGridPlugin, interactionPlugin, classicTheme];
const DRAWN_MINUTES = 15;
const PER_DAY = 4;
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', ...CLOCK };

export type CalendarGridProps = {
  view: 'week' | 'month';
  date: string;
  now: string;
  entries: readonly Entry[];
  fixed: ReadonlySet<number>;
  /** Converts the place where an entry was dropped to the zone of its places. */
  inScheduleZone: ViewZone['inScheduleZone'];
  onOpen: (occurrence: Occurrence) => void;
  /** An occurrence was dragged or resized; `undo` puts it back. */
  onMove: (occurrence: Occurrence, move: Move, undo: () => void) => void;
};

/** The hour before now is in sight at first. */
const BEFORE_NOW_MINUTES = 60;
/** Times outside are night, and darker. */
const DAYTIME = { startTime: '06:00', endTime: '22:00', daysOfWeek: [0, 1, 2, 3, 4, 5, 6] };

/** A week or a month of wall-clock times, which the grid handles as UTC, so that nothing moves them. */
export function CalendarGrid({ view, date, now, entries, fixed, inScheduleZone, onOpen, onMove }: CalendarGridProps) {
  const { t } = useTranslation('schedule');
  const locale = useLocale();
  const editable = useMay('edit_schedules');
  const oftenText = useOftenText();
  const byRun = new Map(entries.map(({ occurrence }) => [occurrence.run_id, occurrence]));
  const events = entries.map((entry) => {
    const { name, enabled, schedule_id, type } = entry.occurrence;
    const title = enabled ? name : `${name} (${t('calendar.disabled')})`;
    const event = eventOf(entry, [title, oftenText(entry)].filter(Boolean).join(' · '));
    return type === BELLS || fixed.has(schedule_id) || entry.often !== null ? { ...event, editable: false } : event;
  });
  const changed = (event: EventApi, undo: () => void, resized: boolean): void => {
    const occurrence = byRun.get(event.id);
    const local = event.startStr.slice(0, 16);
    if (!occurrence || local === '') return undo();
    const minutes = resized && event.endStr !== '' ? minutesBetween(local, event.endStr.slice(0, 16)) : null;
    const to = inScheduleZone(occurrence, local);
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
      firstDay={HABITS.firstDay % 7}
      {...LOCALES[locale]}
      headerToolbar={false}
      {...(view === 'week'
        ? { height: 'min(44rem, 72vh)', scrollTime: timeOf(earlier(now)), scrollTimeReset: false }
        : { height: 'auto' })}
      businessHours={view === 'week' && DAYTIME}
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

function earlier(now: string): string {
  const before = addMinutes(now, -BEFORE_NOW_MINUTES);
  return dateOf(before) === dateOf(now) ? before : `${dateOf(now)}T00:00`;
}

function eventOf({ occurrence, at, until }: Entry, title: string): EventInput {
  const { run_id, type, enabled } = occurrence;
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
