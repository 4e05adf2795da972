// The code of a screen is loaded when it is first opened.
export const loadUnlockPage = async () => (await import('./unlock-page.tsx')).UnlockPage;
