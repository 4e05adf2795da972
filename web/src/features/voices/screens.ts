// The code of a screen is loaded when it is first opened.
export const loadVoicesPage = async () => (await import('./voices-page.tsx')).VoicesPage;
