import { createBrowserRouter, Navigate } from 'react-router';
import { LoginPage } from '../features/auth/login-page.tsx';
import { RequireSession } from '../features/auth/require-session.tsx';
import { CrashScreen } from './crash-screen.tsx';
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
        screen('admin', async () => (await import('../features/users-admin/admin-page.tsx')).AdminPage),
        screen('devices', async () => (await import('../features/devices/devices-page.tsx')).DevicesPage),
        screen('help', async () => (await import('../features/help/help-page.tsx')).HelpPage),
        screen('home', async () => (await import('./screens/home-screen.tsx')).HomeScreen),
        screen('language', async () => (await import('../features/favorites/favorites-page.tsx')).FavoritesPage),
        screen('navigation', async () => (await import('../features/companies/companies-page.tsx')).CompaniesPage),
        screen('outbox', async () => (await import('../features/outbox/outbox-page.tsx')).OutboxPage),
        screen('password', async () => (await import('../features/passwords/password-page.tsx')).PasswordPage),
        screen('schedule', async () => (await import('../features/schedule/schedule-page.tsx')).SchedulePage),
        screen('settings', async () => (await import('./screens/settings-screen.tsx')).SettingsScreen),
        screen('sms', async () => (await import('../features/sms/sms-page.tsx')).SmsPage),
        screen('voices', async () => (await import('../features/voices/voices-page.tsx')).VoicesPage),
      ],
    },
    publicScreen('register', async () => (await import('../features/register/register-page.tsx')).RegisterPage),
    publicScreen(
      'confirm-email',
      async () => (await import('../features/confirm/confirm-email-page.tsx')).ConfirmEmailPage,
    ),
    publicScreen(
      'confirm-phone',
      async () => (await import('../features/confirm/confirm-phone-page.tsx')).ConfirmPhonePage,
    ),
    publicScreen(
      'forgot-password',
      async () => (await import('../features/passwords/forgot-password-page.tsx')).ForgotPasswordPage,
    ),
    publicScreen('unlock', async () => (await import('../features/auth/unlock-page.tsx')).UnlockPage),
    publicScreen(
      'change-password',
      async () => (await import('../features/passwords/change-password-page.tsx')).ChangePasswordPage,
    ),
    { path: '*', element: <LoginPage />, errorElement: <CrashScreen /> },
  ]);
