import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { configureStore } from '@reduxjs/toolkit';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, type InitialEntry, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { baseApi } from '../lib/api/base-api.ts';
import { sessionSlice } from '../lib/session/session-slice.ts';
import type { Session } from '../lib/session/session-store.ts';
import { connectionSlice } from '../lib/mqtt/connection-slice.ts';
import type { LiveExtra } from '../lib/mqtt/live-endpoint.ts';

const SILENT: LiveExtra['stream'] = {
  attach: () => () => undefined,
  middleware: () => (next) => (action) => next(action),
};

/** The store of the console, with the user of `session` or of session storage. */
export const createTestStore = ({
  stream = SILENT,
  session,
}: { stream?: LiveExtra['stream']; session?: Session } = {}) =>
  configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      [sessionSlice.reducerPath]: sessionSlice.reducer,
      [connectionSlice.reducerPath]: connectionSlice.reducer,
    },
    middleware: (defaults) =>
      // The development checks of Redux take seconds for 10,000 nodes; production builds have none.
      defaults({ thunk: { extraArgument: { stream } }, immutableCheck: false, serializableCheck: false }).concat(
        baseApi.middleware,
        stream.middleware,
      ),
    ...(session && { preloadedState: { session: { ...sessionSlice.getInitialState(), session } } }),
  });

type Options = { address?: InitialEntry; store?: ReturnType<typeof createTestStore>; toasts?: boolean };

export function renderRoutes(
  routes: RouteObject[],
  { address = '/', store = createTestStore(), toasts = false }: Options = {},
) {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const view = render(
    <MantineProvider env="test" defaultColorScheme="dark">
      {toasts && <Notifications position="bottom-right" />}
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </MantineProvider>,
  );
  return { ...view, store, router };
}

export const renderPage = (element: ReactNode, options?: Options) => renderRoutes([{ path: '*', element }], options);

export const renderUi = (element: ReactNode) =>
  render(element, { wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider> });
