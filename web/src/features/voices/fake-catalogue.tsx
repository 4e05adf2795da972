// What reads error answers is loaded on demand; a fake clock does not wait for a module.
import '@belfry/schemas/http/errors';
import type { Role } from '@belfry/schemas/domain/roles';
import type { Voice } from '@belfry/schemas/http/voices';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { configureStore } from '@reduxjs/toolkit';
import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { vi } from 'vitest';
import { baseApi } from '../../api/base-api.ts';
import { sessionSlice } from '../../api/session-slice.ts';
import { VoicesPage } from './voices-page.tsx';

export type Call = { method: string; path: string; key: string | null; params: Record<string, string>; body: unknown };
/** What the "server" says to a call; `undefined` leaves it to the catalogue. */
type Answer = (call: Call) => Response | Promise<Response> | undefined;

const LANGUAGES = [
  { code: 'en', name: 'English', native: 'English', flag: '' },
  { code: 'ru', name: 'Russian', native: 'Русский', flag: '' },
];

/** What the server does with the catalogue, as far as the page can tell: it keeps the voices and answers lists of them. */
function listed(voices: readonly Voice[], { q = '', language = 'all', sample, page, page_size }: Call['params']) {
  const found = voices.filter(
    (voice) =>
      `${voice.display_name} ${voice.languagefull} ${voice.voice_name}`.toLowerCase().includes(q.toLowerCase()) &&
      (language === 'all' || voice.language === language) &&
      (sample !== 'missing' || !voice.has_sample),
  );
  const from = (Number(page ?? 1) - 1) * Number(page_size ?? 0);
  const shown = page === undefined ? found : found.slice(from, from + Number(page_size));
  return Response.json(shown, { headers: { 'X-Total-Count': String(found.length) } });
}

/** The page over a server of its own, whose voices a test may change; `calls` is everything that was asked. */
export function openCatalogue({
  voices,
  answer = () => undefined,
  role = 'admin',
  address = '/voices',
}: {
  voices: Voice[];
  answer?: Answer;
  role?: Role;
  address?: string;
}) {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const text = await request.text();
    const call: Call = {
      method: request.method,
      key: request.headers.get('Authorization'),
      path: pathname.replace(/^.*\/api/, ''),
      params: Object.fromEntries(searchParams),
      body: text === '' ? null : JSON.parse(text),
    };
    calls.push(call);
    const given = await answer(call);
    if (given) return given;
    if (call.path === '/voices/voices') return listed(voices, call.params);
    return Response.json(call.path === '/voices/languages' ? LANGUAGES : { success: true });
  });
  const store = configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      session: sessionSlice.reducer,
    },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
    preloadedState: { session: { ...sessionSlice.getInitialState(), session: { user_id: 1, role } } },
  });
  const router = createMemoryRouter(
    [
      { path: '/voices', Component: VoicesPage },
      { path: '/', element: 'Elsewhere' },
    ],
    {
      initialEntries: [address],
    },
  );
  const view = render(
    <MantineProvider env="test">
      <Notifications position="bottom-right" />
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </MantineProvider>,
  );
  return {
    ...view,
    store,
    router,
    calls,
    asked: (path: string, method = 'GET') => calls.filter((call) => call.path === path && call.method === method),
  };
}

export const failing = (status: number, body: object = {}): Response => Response.json(body, { status });
