// The code of a screen is loaded when it is first opened.
export const loadCompaniesPage = async () => (await import('./companies-page.tsx')).CompaniesPage;
