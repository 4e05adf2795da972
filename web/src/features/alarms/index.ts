// What is wrong at which place, told once to those who repair it.
export { useAlarmSummary } from './alarms-api.ts';
export { loadAlarmsPage } from './screens.ts';
