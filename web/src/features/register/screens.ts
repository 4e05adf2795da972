// The code of a screen is loaded when it is first opened.
export const loadRegisterPage = async () => (await import('./register-page.tsx')).RegisterPage;
