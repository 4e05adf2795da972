// The parser of error answers is imported here, because fake timers do not wait for a dynamic import.
import '@belfry/schemas/http/errors';
import type { Role } from '@belfry/schemas/domain/roles';
import type { Voice } from '@belfry/schemas/http/speech/voices';
import { stubServer, type Answer, type Call } from '../../../../testing/fake-server.ts';
import { createTestStore, renderRoutes } from '../../../../testing/render-page.tsx';
import { VoicesPage } from '../voices-page.tsx';

const LANGUAGES = [
  { code: 'en', name: 'English', native: 'English', flag: '' },
  { code: 'ru', name: 'Russian', native: 'Русский', flag: '' },
];

/** A fake server of the catalogue, which stores voices and returns lists of them. */
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

/** The page with a fake server, whose voices a test may change; `calls` has every request. */
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
