import { createBrowserRouter, Navigate } from 'react-router';
import { LoginPage, RequireSession, loadUnlockPage } from '../features/auth/index.ts';
import { CrashScreen } from './crash-screen.tsx';
import { loadCompaniesPage } from '../features/companies/index.ts';
import { loadConfirmEmailPage, loadConfirmPhonePage } from '../features/confirm/index.ts';
import { loadDevicesPage } from '../features/devices/index.ts';
import { loadFavoritesPage } from '../features/favorites/index.ts';
import { loadHelpPage } from '../features/help/index.ts';
import { loadOutboxPage } from '../features/outbox/index.ts';
import { loadChangePasswordPage, loadForgotPasswordPage, loadPasswordPage } from '../features/passwords/index.ts';
import { loadRegisterPage } from '../features/register/index.ts';
import { loadSchedulePage } from '../features/schedule/index.ts';
import { loadSmsPage } from '../features/sms/index.ts';
import { loadAdminPage } from '../features/users-admin/index.ts';
import { loadVoicesPage } from '../features/voices/index.ts';
import { publicScreen, screen, shell } from './screens/screen-route.tsx';

const NOTHING = <></>;

/** The page's routes; screens are loaded when first opened. Unknown paths show the sign-in page (specification 000 §2). */
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
      children: [
        { index: true, element: <Navigate to="/home" replace /> },
        screen('admin', loadAdminPage),
        screen('devices', loadDevicesPage),
        screen('help', loadHelpPage),
        screen('home', async () => (await import('./screens/home-screen.tsx')).HomeScreen),
        screen('language', loadFavoritesPage),
        screen('navigation', loadCompaniesPage),
        screen('outbox', loadOutboxPage),
        screen('password', loadPasswordPage),
        screen('schedule', loadSchedulePage),
        screen('settings', async () => (await import('./screens/settings-screen.tsx')).SettingsScreen),
        screen('sms', loadSmsPage),
        screen('voices', loadVoicesPage),
      ],
    },
    publicScreen('register', loadRegisterPage),
    publicScreen('confirm-email', loadConfirmEmailPage),
    publicScreen('confirm-phone', loadConfirmPhonePage),
    publicScreen('forgot-password', loadForgotPasswordPage),
    publicScreen('unlock', loadUnlockPage),
    publicScreen('change-password', loadChangePasswordPage),
    { path: '*', element: <LoginPage />, errorElement: <CrashScreen /> },
  ]);
