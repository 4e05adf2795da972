// The code of a screen is loaded when it is first opened.
export const loadDevicesPage = async () => (await import('./devices-page.tsx')).DevicesPage;
