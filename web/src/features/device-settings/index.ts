export { DeviceSettings } from './device-settings.tsx';
export { SETTINGS_TAB_PARAM } from './tabs.ts';
