// Loaded when they are first opened: the first load has the sign-in page of this feature, without these.
export const loadSignOnPage = async () => (await import('./sign-on-page.tsx')).SignOnPage;
export const loadUnlockPage = async () => (await import('./unlock-page.tsx')).UnlockPage;
