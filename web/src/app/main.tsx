import './zod.ts';
import './start.css';
import 'virtual:inter.css';
import './base.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router/dom';
import { listenForLongInput } from '../lib/length-notice.ts';
import { startI18n } from '../lib/i18n.ts';
import { textsOf } from '../lib/translation.ts';
import { watchActivity } from '../lib/session/activity.ts';
import { LOCAL_KEYS, mayStore } from '../lib/storage.ts';
import { toast } from '../ui/toast.ts';
import { LiveClientContext, createLiveStore } from './live.ts';
import { listenForSession } from './session-message.ts';
import { cssVariablesResolver, theme } from './theme.ts';
import { useNotifications, type Notifications } from '@mantine/notifications';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { LoginPage, RequireSession, loadSignOnPage, loadUnlockPage } from '../features/accounts/sign-in/index.ts';
import { MOVED_PATHS } from './screens/moved.ts';
import { CrashScreen, movedRoute, publicScreen, screenRoute, Shell } from './screens/screen-route.tsx';
import { HOME_PATH, SCREENS } from './screens/screens.ts';

const NOTHING = <></>;

/** The page's routes; screens are loaded when first opened. Unknown paths show the sign-in page; see SHELL-1. */
const ROUTES: RouteObject[] = [
  {
    path: '/',
    element: (
      <RequireSession>
        <Shell />
      </RequireSession>
    ),
    errorElement: <CrashScreen />,
    hydrateFallbackElement: NOTHING,
    children: [
      { index: true, element: <Navigate to={HOME_PATH} replace /> },
      { path: '/talk', element: <Navigate to="/say?way=talk" replace /> },
      ...SCREENS.map(screenRoute),
      ...MOVED_PATHS.map(movedRoute),
    ],
  },
  { path: 'login', element: <LoginPage />, errorElement: <CrashScreen /> },
  publicScreen('register', async () => (await import('../features/accounts/register/index.ts')).RegisterPage),
  publicScreen('confirm-email', async () => (await import('../features/accounts/confirm/index.ts')).ConfirmEmailPage),
  publicScreen('confirm-phone', async () => (await import('../features/accounts/confirm/index.ts')).ConfirmPhonePage),
  publicScreen(
    'confirm-recipient',
    async () => (await import('../features/accounts/confirm/index.ts')).ConfirmRecipientPage,
  ),
  // The same in the short links of text messages.
  publicScreen('c', async () => (await import('../features/accounts/confirm/index.ts')).ConfirmRecipientPage),
  publicScreen('a', async () => (await import('../features/scenarios/index.ts')).AnswerPage),
  publicScreen('screen/:token?', async () => (await import('../features/scenarios/index.ts')).ScreenPage),
  publicScreen(
    'forgot-password',
    async () => (await import('../features/accounts/passwords/index.ts')).ForgotPasswordPage,
  ),
  publicScreen('player', async () => (await import('../features/player/index.ts')).PlayerPage),
  publicScreen('unlock', loadUnlockPage),
  publicScreen('invitation', async () => (await import('../features/teams/index.ts')).InvitationPage),
  publicScreen('sign-on', loadSignOnPage),
  publicScreen(
    'change-password',
    async () => (await import('../features/accounts/passwords/index.ts')).ChangePasswordPage,
  ),
  { path: '*', element: <LoginPage />, errorElement: <CrashScreen /> },
];

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

void start(root);

async function start(place: Element): Promise<void> {
  if (!mayStore()) {
    await startI18n();
    place.textContent = textsOf('common')('storage_refused');
    return;
  }
  listenForSession();
  watchActivity();
  await startI18n();
  listenForLongInput((field, max) =>
    toast('warning', textsOf('common')('too_long', { field, max }), { id: 'too-long' }),
  );
  const { store, client } = createLiveStore();
  createRoot(place).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        // Every variable is set at run time, so that the first load does not carry their defaults as well.
        deduplicateCssVariables={false}
        colorSchemeManager={localStorageColorSchemeManager({ key: LOCAL_KEYS.colourScheme })}
      >
        <Toasts />
        <Provider store={store}>
          <LiveClientContext value={client}>
            <RouterProvider router={createBrowserRouter(ROUTES)} />
          </LiveClientContext>
        </Provider>
      </MantineProvider>
    </StrictMode>,
  );
}

type View = typeof Notifications;
/** The container of toasts. Its code is loaded with the first screen after the sign-in page, or with the first toast. */
function Toasts() {
  const waiting = useNotifications().notifications.length;
  const [View, setView] = useState<View>();
  useEffect(() => {
    if (View || waiting === 0) return;
    const load = async (): Promise<void> => {
      // A handler of `then` would be called before the styles have arrived, and for no error of theirs.
      const parts = await import('./console-parts.ts');
      setView(() => parts.Notifications);
    };
    // Where it cannot be loaded, the next toast tries again.
    load().catch(() => undefined);
  }, [View, waiting]);
  return View && <View position="bottom-right" limit={4} />;
}
