import { createBrowserRouter, Navigate } from 'react-router';
import { LoginPage, RequireSession, loadUnlockPage } from '../features/accounts/sign-in/index.ts';
import {
  loadConfirmEmailPage,
  loadConfirmPhonePage,
  loadConfirmRecipientPage,
} from '../features/accounts/confirm/index.ts';
import { CrashScreen } from './crash-screen.tsx';
import { publicScreen, screenRoute, shell } from './screens/screen-route.tsx';
import { HOME_PATH, SCREENS } from './screens/screens.ts';

const NOTHING = <></>;

/** The page's routes; screens are loaded when first opened. Unknown paths show the sign-in page; see SHELL-1. */
export const createRouter = () =>
  createBrowserRouter([
    {
      path: '/',
      element: (
        <RequireSession>
          <shell.Part />
        </RequireSession>
      ),
      errorElement: <CrashScreen />,
      hydrateFallbackElement: NOTHING,
      children: [{ index: true, element: <Navigate to={HOME_PATH} replace /> }, ...SCREENS.map(screenRoute)],
    },
    publicScreen('register', async () => (await import('../features/accounts/register/index.ts')).RegisterPage),
    publicScreen('confirm-email', loadConfirmEmailPage),
    publicScreen('confirm-phone', loadConfirmPhonePage),
    publicScreen('confirm-recipient', loadConfirmRecipientPage),
    // The same in the short links of text messages.
    publicScreen('c', loadConfirmRecipientPage),
    publicScreen(
      'forgot-password',
      async () => (await import('../features/accounts/passwords/index.ts')).ForgotPasswordPage,
    ),
    publicScreen('unlock', loadUnlockPage),
    publicScreen(
      'change-password',
      async () => (await import('../features/accounts/passwords/index.ts')).ChangePasswordPage,
    ),
    { path: '*', element: <LoginPage />, errorElement: <CrashScreen /> },
  ]);
