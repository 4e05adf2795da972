// A screen is loaded when it is first opened. A loader keeps its code apart from what this feature shares with others.
export const loadConfirmEmailPage = async () => (await import('./confirm-pages.tsx')).ConfirmEmailPage;
export const loadConfirmRecipientPage = async () => (await import('./confirm-recipient-page.tsx')).ConfirmRecipientPage;
export const loadConfirmPhonePage = async () => (await import('./confirm-pages.tsx')).ConfirmPhonePage;
