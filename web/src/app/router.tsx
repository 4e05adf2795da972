import { createBrowserRouter, Navigate } from 'react-router';
import { RequireSession } from '../features/auth/require-session.tsx';
import { CrashScreen } from './crash-screen.tsx';
import { Shell } from './shell/shell.tsx';

/** The page's routes; screens are loaded when first opened. Unknown paths show the sign-in page (specification 000 §2). */
export const createRouter = () =>
  createBrowserRouter([
    {
      path: '/',
      element: (
        <RequireSession>
          <Shell />
        </RequireSession>
      ),
      errorElement: <CrashScreen />,
      hydrateFallbackElement: <></>,
      children: [
        { index: true, element: <Navigate to="/home" replace /> },
        {
          errorElement: <CrashScreen />,
          children: [
            {
              path: 'admin',
              lazy: async () => ({ Component: (await import('../features/users-admin/admin-page.tsx')).AdminPage }),
            },
            {
              path: 'devices',
              lazy: async () => ({ Component: (await import('../features/devices/devices-page.tsx')).DevicesPage }),
            },
            {
              path: 'help',
              lazy: async () => ({ Component: (await import('../features/help/help-page.tsx')).HelpPage }),
            },
            {
              path: 'home',
              lazy: async () => ({ Component: (await import('../features/home/home-page.tsx')).HomePage }),
            },
            {
              path: 'language',
              lazy: async () => ({
                Component: (await import('../features/favorites/favorites-page.tsx')).FavoritesPage,
              }),
            },
            {
              path: 'navigation',
              lazy: async () => ({
                Component: (await import('../features/companies/companies-page.tsx')).CompaniesPage,
              }),
            },
            {
              path: 'outbox',
              lazy: async () => ({ Component: (await import('../features/outbox/outbox-page.tsx')).OutboxPage }),
            },
            {
              path: 'password',
              lazy: async () => ({ Component: (await import('../features/profile/password-page.tsx')).PasswordPage }),
            },
            {
              path: 'schedule',
              lazy: async () => ({ Component: (await import('../features/schedule/schedule-page.tsx')).SchedulePage }),
            },
            {
              path: 'settings',
              lazy: async () => ({ Component: (await import('../features/settings/settings-page.tsx')).SettingsPage }),
            },
            {
              path: 'sms',
              lazy: async () => ({ Component: (await import('../features/sms/sms-page.tsx')).SmsPage }),
            },
            {
              path: 'voices',
              lazy: async () => ({ Component: (await import('../features/voices/voices-page.tsx')).VoicesPage }),
            },
          ],
        },
      ],
    },
    {
      errorElement: <CrashScreen />,
      hydrateFallbackElement: <></>,
      children: [
        {
          path: 'register',
          lazy: async () => ({ Component: (await import('../features/register/register-page.tsx')).RegisterPage }),
        },
        {
          path: 'confirm-email',
          lazy: async () => ({
            Component: (await import('../features/confirm/confirm-email-page.tsx')).ConfirmEmailPage,
          }),
        },
        {
          path: 'confirm-phone',
          lazy: async () => ({
            Component: (await import('../features/confirm/confirm-phone-page.tsx')).ConfirmPhonePage,
          }),
        },
        {
          path: 'forgot-password',
          lazy: async () => ({
            Component: (await import('../features/passwords/forgot-password-page.tsx')).ForgotPasswordPage,
          }),
        },
        {
          path: 'unlock',
          lazy: async () => ({ Component: (await import('../features/auth/unlock-page.tsx')).UnlockPage }),
        },
        {
          path: 'change-password',
          lazy: async () => ({
            Component: (await import('../features/passwords/change-password-page.tsx')).ChangePasswordPage,
          }),
        },
      ],
    },
    {
      path: '*',
      errorElement: <CrashScreen />,
      hydrateFallbackElement: <></>,
      lazy: async () => ({ Component: (await import('../features/auth/login-page.tsx')).LoginPage }),
    },
  ]);
