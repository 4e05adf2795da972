export { ResponsibleButton } from './components/responsible-button.tsx';
export { SettingsFields } from './components/settings-fields.tsx';
export type { SettingChanges } from './setting-changes.ts';
