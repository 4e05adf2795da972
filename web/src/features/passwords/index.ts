export { loadChangePasswordPage, loadForgotPasswordPage, loadPasswordPage } from './screens.ts';
