/**
 * The search parameter with the open tab of the device settings; absent for the default one. In a file of its own: the lists of
 * devices know it without loading the settings.
 */
export const SETTINGS_TAB_PARAM = 'settings_tab';
