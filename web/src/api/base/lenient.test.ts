import { configureStore } from '@reduxjs/toolkit';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { baseApi } from './base-api.ts';
import { lenient } from './lenient.ts';

const hallSchema = z.strictObject({ name: z.string(), players: z.array(z.strictObject({ volume: z.int() })) });
const eventSchema = z.union([
  z.strictObject({ type: z.literal('played'), hall: hallSchema }),
  z.strictObject({ type: z.literal('stopped') }),
]);
type Event = z.infer<typeof eventSchema>;

const testApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getEvent: build.query<Event, void>({ query: () => 'event', rawResponseSchema: lenient(eventSchema) }),
  }),
});

async function read(answer: unknown) {
  vi.stubGlobal('fetch', async () => Response.json(answer));
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  const { data, error } = await store.dispatch(testApi.endpoints.getEvent.initiate());
  return { data, error };
}
afterEach(() => {
  vi.unstubAllGlobals();
});

const EVENT: Event = { type: 'played', hall: { name: 'Hall', players: [{ volume: 7 }] } };

it('returns an answer that matches the contract', async () => {
  expect(await read(EVENT)).toEqual({ data: EVENT, error: undefined });
});

it('ignores fields that a newer server has added, at every depth', async () => {
  const newer = { ...EVENT, colour: 'red', hall: { name: 'Hall', floor: 3, players: [{ volume: 7, bass: 1 }] } };
  expect((await read(newer)).data).toEqual(EVENT);
});

it.each([
  ['a field of another type', { ...EVENT, hall: { name: 'Hall', players: [{ volume: 'loud' }] } }],
  ['a missing field', { type: 'played', hall: { players: [] } }],
  ['a missing field and an unknown one', { type: 'played', colour: 'red' }],
  ['null', null],
  ['a text', 'Hall'],
])('answers an error of the console for %s', async (_what, answer) => {
  expect((await read(answer)).error).toEqual({ status: 200, message: '', code: 'unreadable', details: [] });
});
