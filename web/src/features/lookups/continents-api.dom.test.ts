import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { baseApi } from '../../lib/api/base-api.ts';
import { sessionSlice } from '../../lib/session/session-slice.ts';
import { clearSession } from '../../lib/session/session-store.ts';
import { getContinent, type Continent } from './continents-api.ts';

const requestsTo: string[] = [];
let answer: () => Response;
const niger = { code: 'NE', name: 'Niger', flag: '🇳🇪' };

beforeEach(() => {
  sessionStorage.clear();
  requestsTo.length = 0;
  answer = () => Response.json([niger]);
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    requestsTo.push(new URL(url).pathname + new URL(url).search);
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function read(continent: Continent, lang: 'en' | 'ru' = 'en') {
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  return store.dispatch(getContinent.initiate({ continent, lang }));
}

it('requests the countries of each continent once per session', async () => {
  expect((await read('Africa')).data).toEqual([niger]);
  expect((await read('Africa')).data).toEqual([niger]);
  await read('Asia');
  await read('Africa');
  expect(requestsTo).toEqual([
    '/api/admin/countries/continent/Africa?lang=en',
    '/api/admin/countries/continent/Asia?lang=en',
  ]);
});

it('requests them again in another language, and after signing out', async () => {
  await read('Africa');
  await read('Africa', 'ru');
  clearSession();
  await read('Africa', 'ru');
  expect(requestsTo).toHaveLength(3);
});

it('caches no answer that cannot be read', async () => {
  answer = () => Response.json([{ flag: 1 }]);
  expect((await read('Africa')).error).toMatchObject({ code: 'unreadable' });
  answer = () => Response.json([niger]);
  expect((await read('Africa')).data).toEqual([niger]);
});
