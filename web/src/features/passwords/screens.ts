// The code of a screen is loaded when it is first opened.
export const loadChangePasswordPage = async () => (await import('./change-password-page.tsx')).ChangePasswordPage;
export const loadForgotPasswordPage = async () => (await import('./forgot-password-page.tsx')).ForgotPasswordPage;
export const loadPasswordPage = async () => (await import('./password-page.tsx')).PasswordPage;
