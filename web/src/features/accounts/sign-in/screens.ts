// A screen is loaded when it is first opened. A loader keeps its code apart from what this feature shares with others.
export const loadSignOnPage = async () => (await import('./sign-on-page.tsx')).SignOnPage;
export const loadUnlockPage = async () => (await import('./unlock-page.tsx')).UnlockPage;
