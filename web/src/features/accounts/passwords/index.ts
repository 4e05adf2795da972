export { ChangePasswordPage } from './change-password-page.tsx';
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { PasswordPage } from './password-page.tsx';
