// The code of a screen is loaded when it is first opened.
export const loadSmsPage = async () => (await import('./sms-page.tsx')).SmsPage;
