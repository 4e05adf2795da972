// What is wrong at which place, told once to those who repair it.
export { AlarmBell } from './alarm-bell.tsx';
export { loadAlarmsPage } from './screens.ts';
