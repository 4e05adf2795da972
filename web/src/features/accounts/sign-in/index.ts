export { LoginPage } from './login-page.tsx';
export { RequireSession } from './require-session.tsx';
export { SignOnPage } from './sign-on-page.tsx';
export { UnlockPage } from './unlock-page.tsx';
