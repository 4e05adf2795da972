// The code of a screen is loaded when it is first opened.
export const loadConfirmEmailPage = async () => (await import('./confirm-email-page.tsx')).ConfirmEmailPage;
export const loadConfirmPhonePage = async () => (await import('./confirm-phone-page.tsx')).ConfirmPhonePage;
