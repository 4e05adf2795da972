import '@belfry/schemas/http/errors';
import { notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Role } from '@belfry/schemas/domain/roles';
import type { Voice } from '@belfry/schemas/http/speech/voices';
import { setPageWidth } from '../../../../testing/page-width.ts';
import { chooseLanguage, startI18n } from '../../../../lib/i18n.ts';
import { stubServer, type Answer, type Call } from '../../../../testing/fake-server.ts';
import { createTestStore, renderRoutes } from '../../../../testing/render-page.tsx';
import { sampleCache } from '../../samples/index.ts';
import { VoicesPage } from '../voices-page.tsx';

export function setUpCatalogueTests({ fakeTimers }: { fakeTimers: boolean }): void {
  setPageWidth(1440);
  beforeEach(async () => {
    localStorage.clear();
    await startI18n();
    await chooseLanguage('mixed');
    if (fakeTimers) vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    notifications.clean();
    sampleCache.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

export const advanceTime = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await advanceTime(50);
}

// The parser of error answers is imported here, because fake timers do not wait for a dynamic import.

const LANGUAGES = [
  { code: 'en', name: 'English', native: 'English', flag: '' },
  { code: 'ru', name: 'Russian', native: 'Русский', flag: '' },
];

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
  const server = stubServer(async (call) => {
    const given = await answer(call);
    if (given) return given;
    if (call.path === '/voices/sample-run' && call.method === 'GET') return Response.json({ run: null });
    if (call.path === '/voices/voices') return listed(voices, call.params);
    return Response.json(call.path === '/voices/languages' ? LANGUAGES : { success: true });
  });
  const store = createTestStore({ session: { user_id: 1, role } });
  const routes = [
    { path: '/voices', Component: VoicesPage },
    { path: '/', element: 'Elsewhere' },
  ];
  return {
    ...renderRoutes(routes, { address, store, toasts: true }),
    calls: server.calls,
    requestsTo: (path: string, method = 'GET') => server.requestsTo(path, method),
  };
}

export const failing = (status: number, body: object = {}): Response => Response.json(body, { status });

const NAME = 'ru-RU-Standard-A';
export const CREATE = `/users/voice/${NAME}`;
export const making = () => Response.json({ success: true, error: null, sample_state: 'creating' });

/** The catalogue with these voices; `looks` counts the checks of the first one, besides loading the page. */
export async function open(voices: Voice[], answer?: (call: Call) => Response | Promise<Response> | undefined) {
  const page = openCatalogue({ voices, answer });
  await advanceTime(50);
  const checks = () => page.requestsTo('/voices/voices').filter(({ params }) => params['q'] === NAME).length;
  return { ...page, checks };
}

export const waiting = () => screen.queryByRole('status', { name: /^(Creating|Deleting) the sample$/ });
