// Loaded when it is first opened: other screens use the dialogs of this feature, without the page.
export const loadDevicesPage = async () => (await import('./devices-page.tsx')).DevicesPage;
