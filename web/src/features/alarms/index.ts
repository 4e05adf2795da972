// What is wrong at which place, told once to those who repair it.
export { Checked, useChecking } from './checked.tsx';
export { AlarmDrawer } from './alarm-drawer.tsx';
export { MaintenanceDetail, MaintenanceList, PlanMaintenance } from './maintenance/maintenance-list.tsx';
export { RulesPanel } from './rules/rules-panel.tsx';
export { isOpen, TakeButton } from './alarm-actions.tsx';
export { useAlarmText } from './alarm-text.ts';
export { HeldBack, NothingWrong } from './nothing-wrong.tsx';
export { PlaceRules } from './rules/place-rules.tsx';
