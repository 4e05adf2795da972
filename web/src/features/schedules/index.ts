// What plays when, and the programme that results.
export { CalendarPage, PlaceCalendar } from './calendar/calendar-page.tsx';
export { SchedulePage } from './schedule-page.tsx';
export { useSkip } from './skip.ts';
