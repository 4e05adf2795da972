// The code of a screen is loaded when it is first opened.
export const loadOutboxPage = async () => (await import('./outbox-page.tsx')).OutboxPage;
