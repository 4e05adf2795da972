export { LoginPage } from './login-page.tsx';
export { RequireSession } from './require-session.tsx';
export { loadUnlockPage } from './screens.ts';
