// The code of a screen is loaded when it is first opened.
export const loadHelpPage = async () => (await import('./help-page.tsx')).HelpPage;
