// What was prepared, and what starts it: calls, inputs, alarms, alerts.
export { TriggersPanel } from './triggers-panel.tsx';
