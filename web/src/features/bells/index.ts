// Timetables of bells, and what places ring on which day.
export { BellsPanel } from './bells-panel.tsx';
export { SilenceMenu } from './silence-menu.tsx';
export { useRingNow } from './now-card.tsx';
