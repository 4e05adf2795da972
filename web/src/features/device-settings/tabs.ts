/** The tabs of the dialog in their order. */
export const SETTINGS_TABS = ['status', 'audio', 'wifi', 'system', 'info'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

export const DEFAULT_TAB: SettingsTab = 'audio';
/** The search parameter with the open tab; absent for the default one. */
export const SETTINGS_TAB_PARAM = 'settings_tab';
