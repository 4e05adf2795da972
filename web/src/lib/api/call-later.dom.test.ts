import { endpoint } from '@belfry/schemas/http/endpoint';
import { configureStore } from '@reduxjs/toolkit';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { baseApi } from './base-api.ts';
import { callLater, readingLater } from './call-later.ts';

const id = z.coerce.number();
const addDoor = endpoint({
  method: 'post',
  path: '/halls/{id}/doors',
  summary: '',
  params: z.object({ id }),
  query: z.object({ q: z.string().optional() }),
  body: z.object({ name: z.string() }),
  answer: z.strictObject({ id: z.int() }),
});
const removeHall = endpoint({
  method: 'delete',
  path: '/halls/{id}',
  summary: '',
  params: z.object({ id }),
  answer: null,
});
const load = vi.fn(() => Promise.resolve(addDoor));
const testApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    addDoor: build.mutation({ ...callLater(load) }),
    removeHall: build.mutation({ ...callLater(() => Promise.resolve(removeHall)) }),
    readDoor: build.mutation({
      ...readingLater(callLater(load, { responseHandler: 'text' }), () =>
        Promise.resolve(z.string().transform((text) => text.length)),
      ),
    }),
    addNowhere: build.mutation({
      ...callLater(() => Promise.reject<typeof addDoor>(new TypeError('Failed to fetch'))),
    }),
  }),
});

function open(answer: () => Response) {
  const seen: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    seen.push(`${request.method} ${request.url} ${await request.text()}`);
    return answer();
  });
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(baseApi.middleware),
  });
  return { store, seen };
}
afterEach(() => vi.unstubAllGlobals());

it('loads the endpoint with the call, and checks the answer', async () => {
  const { store, seen } = open(() => Response.json({ id: 4, colour: 'red' }));
  expect(load).not.toHaveBeenCalled();
  const { data } = await store.dispatch(testApi.endpoints.addDoor.initiate({ id: 3, q: 'a b', name: 'Front' }));
  expect(data).toEqual({ id: 4 });
  expect(seen[0]).toMatch(/^POST .*\/api\/halls\/3\/doors\?q=a\+b \{"name":"Front"\}$/);
});

it('refuses an answer that the contract does not know', async () => {
  const { store } = open(() => Response.json({ id: 'x' }));
  const { error } = await store.dispatch(testApi.endpoints.addDoor.initiate({ id: 3, name: 'x' }));
  expect(error).toMatchObject({ code: 'unreadable' });
});

it('reads 204 as null', async () => {
  const { store } = open(() => new Response(null, { status: 204 }));
  expect(await store.dispatch(testApi.endpoints.removeHall.initiate({ id: 3 }))).toMatchObject({ data: null });
});

it('reads an answer by another schema', async () => {
  const { store } = open(() => new Response('four'));
  const { data } = await store.dispatch(testApi.endpoints.readDoor.initiate({ id: 3, name: 'x' }));
  expect(data).toBe(4);
});

it('reports a failed connection, and sends nothing, where the endpoint cannot be loaded', async () => {
  const { store, seen } = open(() => Response.json({ id: 4 }));
  const { error } = await store.dispatch(testApi.endpoints.addNowhere.initiate({ id: 3, name: 'x' }));
  expect(error).toMatchObject({ code: 'network' });
  expect(seen).toEqual([]);
});
