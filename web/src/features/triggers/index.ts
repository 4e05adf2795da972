// What was prepared, and what starts it: calls, inputs, alarms.
export { TriggersPanel } from './triggers-panel.tsx';
