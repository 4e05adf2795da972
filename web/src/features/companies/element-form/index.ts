export { countryText } from './element-values.ts';
export { ElementForm } from './element-form.tsx';
export {
  DEFAULT_SETTINGS,
  settingsBodyOf,
  useGetEffectiveSettingsQuery,
  type SettingChanges,
} from './settings/place-settings.ts';
export { SETTING_GROUPS, SettingField, type SettingGroup, type SettingValues } from './settings/settings-fields.tsx';
export { MainCompanySettings, ResponsibleButton } from './settings/settings-section.tsx';
