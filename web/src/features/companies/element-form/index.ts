export { ElementForm } from './element-form.tsx';
export { DEFAULT_SETTINGS } from './settings/place-settings.ts';
export { MainCompanySettings } from './settings/settings-section.tsx';
