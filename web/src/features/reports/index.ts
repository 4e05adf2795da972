// What happened at a node in a month.
export { ReportsPanel } from './reports-panel.tsx';
