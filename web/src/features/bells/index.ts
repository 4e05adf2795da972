// Timetables of bells, and what places ring on which day.
export { BellsPanel } from './bells-panel.tsx';
export { EditTimetable } from './timetable-dialog.tsx';
export { SilenceMenu } from './silence-menu.tsx';
export { useRingNow } from './now-card.tsx';
