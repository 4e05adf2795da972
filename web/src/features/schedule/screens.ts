// The code of a screen is loaded when it is first opened.
export const loadSchedulePage = async () => (await import('./schedule-page.tsx')).SchedulePage;
