/** The tabs of the dialog in their order. */
export const SETTINGS_TABS = ['status', 'audio', 'wifi', 'system', 'info'] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

export const DEFAULT_TAB: SettingsTab = 'audio';
