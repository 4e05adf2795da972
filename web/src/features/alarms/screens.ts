// Loaded when it is first opened: the shell uses the bell of this feature, without the page.
export const loadAlarmsPage = async () => (await import('./alarms-page.tsx')).AlarmsPage;
