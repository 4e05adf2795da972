import { MantineProvider } from '@mantine/core';
import { configureStore } from '@reduxjs/toolkit';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { Role } from '@belfry/schemas/domain/roles';
import { vi } from 'vitest';
import { startI18n } from '../lib/i18n.ts';
import { writeSession } from '../lib/session-store.ts';
import { connectionSlice } from '../mqtt/connection-slice.ts';
import type { LiveExtra } from '../mqtt/live-endpoint.ts';
import { baseApi } from '../api/base-api.ts';
import { sessionSlice } from '../api/session-slice.ts';

/** What the page asked for; `path` is below the API base. */
export type Call = { method: string; path: string; params: Record<string, string>; body: unknown };
/** What the server says; nothing: that there is no such thing. */
export type Answer = (call: Call) => Response | Promise<Response> | undefined;

export const refusal = (status: number, error = ''): Response =>
  error === '' ? Response.json({}, { status }) : Response.json({ error, code: 'internal' }, { status });
export const unreachable = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

/** A stream on which nothing comes. */
const SILENT: LiveExtra = {
  stream: { attach: () => () => undefined, middleware: () => (next) => (action) => next(action) },
};

/**
 * For component tests: something of the console, in a page that person 1 has open, over a server made of answers.
 * @param stored what local storage has from an earlier visit
 */
export async function openPage(
  element: ReactNode,
  answer: Answer,
  stored: Record<string, unknown> = {},
  { role = 'user', address = '/' }: { role?: Role; address?: string } = {},
) {
  // A text field that grows listens to the fonts, and happy-dom has none.
  Object.assign(document, { fonts: new EventTarget() });
  sessionStorage.clear();
  localStorage.clear();
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, JSON.stringify(value));
  writeSession({ user_id: 1, role }, 'key');
  await startI18n();
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const text = await request.text();
    const call: Call = {
      method: request.method,
      path: pathname.replace(/^.*\/api/, ''),
      params: Object.fromEntries(searchParams),
      body: text === '' ? null : JSON.parse(text),
    };
    calls.push(call);
    return (await answer(call)) ?? refusal(404, 'There is no such thing');
  });
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      session: sessionSlice.reducer,
      connection: connectionSlice.reducer,
    },
    middleware: (defaults) => defaults({ thunk: { extraArgument: SILENT } }).concat(baseApi.middleware),
  });
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  const view = render(
    <MantineProvider env="test">
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </MantineProvider>,
  );
  return {
    ...view,
    store,
    calls,
    // Typing without pauses between the keys.
    user: userEvent.setup({ delay: null }),
    asked: (path: string): Call[] => calls.filter((call) => call.path === path),
  };
}
