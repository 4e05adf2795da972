export { LoginPage } from './login-page.tsx';
export { RequireSession } from './require-session.tsx';
export { loadSignOnPage, loadUnlockPage } from './screens.ts';
