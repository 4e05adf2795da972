import { configureStore } from '@reduxjs/toolkit';
import { afterEach, expect, it, vi } from 'vitest';
import { baseApi } from '../../lib/api/base-api.ts';
import { sessionSlice } from '../../lib/session/session-slice.ts';
import { libraryApi } from './library-api.ts';

afterEach(() => vi.unstubAllGlobals());

const SHA = 'a'.repeat(64);
const AT = '2026-11-20T11:00:00.000Z';

async function preview(answers: Record<string, unknown>) {
  vi.stubGlobal('fetch', async ({ url }: Request) =>
    Response.json(answers[new URL(url).pathname.replace('/api', '')] ?? {}),
  );
  const { dispatch } = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  const { initiate } = libraryApi.endpoints.previewText;
  return dispatch(initiate({ text: 'We close soon', language: 'en', chime: 'none' }));
}

it('gives the addresses of the rendered parts in order', async () => {
  const items = [
    { sha256: SHA, duration_ms: 900, gain_db: -3 },
    { sha256: SHA, duration_ms: 600 },
  ];
  const answers = {
    '/messages/preview': { items, voice: 'Anna' },
    [`/audio/${SHA}/link`]: { url: '/a.mp3', expires_at: AT },
  };
  const parts = [
    { url: '/a.mp3', gain_db: -3 },
    { url: '/a.mp3', gain_db: 0 },
  ];
  expect(await preview(answers)).toEqual({ data: { parts, duration_ms: 1_500 } });
});

it('rejects a preview without its parts, and a link without its address', async () => {
  expect(await preview({ '/messages/preview': { voice: 'Anna' } })).toMatchObject({ error: { code: 'unreadable' } });
  const items = [{ sha256: SHA, duration_ms: 900 }];
  expect(await preview({ '/messages/preview': { items } })).toMatchObject({ error: { code: 'unreadable' } });
});
