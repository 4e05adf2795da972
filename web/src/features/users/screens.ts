// Loaded when it is first opened: other screens use the user picker of this feature, without the page.
export const loadAdminPage = async () => (await import('./admin-page.tsx')).AdminPage;
