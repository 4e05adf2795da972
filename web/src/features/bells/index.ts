// Timetables of bells, and what places ring on which day.
export { BellsPanel } from './bells-panel.tsx';
