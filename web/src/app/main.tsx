import './zod.ts';
import './start.css';
import 'virtual:inter.css';
import './base.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router/dom';
import { listenForLongInput } from '../lib/format/length-notice.ts';
import { startSignInTexts } from '../lib/i18n.ts';
import { LOCAL_KEYS } from '../lib/storage/storage-keys.ts';
import { toast } from '../ui/toast.ts';
import { LiveClientContext } from './live-context.ts';
import { createLiveStore } from './live.ts';
import { createRouter } from './router.tsx';
import { listenForSession } from './session-message.ts';
import { cssVariablesResolver, theme } from './theme.ts';
import { Toasts } from './toasts.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

listenForSession();
await startSignInTexts();
listenForLongInput((field, max) => toast('warning', i18next.t('common:too_long', { field, max }), { id: 'too-long' }));
const { store, client } = createLiveStore();

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="dark"
      // Every variable is set at run time, so that the first load does not carry their defaults as well.
      deduplicateCssVariables={false}
      colorSchemeManager={localStorageColorSchemeManager({ key: LOCAL_KEYS.colourScheme })}
    >
      <Toasts />
      <Provider store={store}>
        <LiveClientContext value={client}>
          <RouterProvider router={createRouter()} />
        </LiveClientContext>
      </Provider>
    </MantineProvider>
  </StrictMode>,
);
