// What plays when, and the programme that results.
export { DayPanel } from './day-programme/day-panel.tsx';
export { DryRunPanel } from './dry-run.tsx';
export { PlaceCalendar } from './overview.tsx';
export { SchedulePage } from './schedule-page.tsx';
