// What plays when, and the programme that results.
export { SchedulePage } from './schedule-page.tsx';
