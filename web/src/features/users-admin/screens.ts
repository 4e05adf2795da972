// The code of a screen is loaded when it is first opened.
export const loadAdminPage = async () => (await import('./admin-page.tsx')).AdminPage;
