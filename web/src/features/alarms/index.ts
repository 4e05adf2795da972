// What is wrong at which place, told once to those who repair it.
export { AlarmBell } from './alarm-bell.tsx';
export { AlarmsPage } from './alarms-page.tsx';
