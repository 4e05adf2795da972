import { configureStore } from '@reduxjs/toolkit';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { baseApi } from './base-api.ts';
import { lenient, onSkippedRows } from './answer-check.ts';

const hallSchema = z.strictObject({ name: z.string(), players: z.array(z.strictObject({ volume: z.int() })) });
const eventSchema = z.union([
  z.strictObject({ type: z.literal('played'), hall: hallSchema }),
  z.strictObject({ type: z.literal('stopped') }),
]);
type Event = z.infer<typeof eventSchema>;

const testApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getEvent: build.query<Event, void>({ query: () => 'event', rawResponseSchema: lenient(eventSchema) }),
    getEvents: build.query<Event[], void>({ query: () => 'events', rawResponseSchema: lenient(z.array(eventSchema)) }),
  }),
});

function openStore(answer: unknown) {
  vi.stubGlobal('fetch', async () => Response.json(answer));
  return configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
}
const { getEvent, getEvents } = testApi.endpoints;
const read = (answer: unknown) => openStore(answer).dispatch(getEvent.initiate());
const readList = (answer: unknown[]) => openStore(answer).dispatch(getEvents.initiate());
afterEach(() => {
  vi.unstubAllGlobals();
});

const EVENT: Event = { type: 'played', hall: { name: 'Hall', players: [{ volume: 7 }] } };

it('returns an answer that matches the contract', async () => {
  expect(await read(EVENT)).toMatchObject({ data: EVENT, isSuccess: true });
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

describe('of a list', () => {
  const STOPPED: Event = { type: 'stopped' };
  const UNREADABLE = { type: 'played', hall: { name: 'Secret', players: [{ volume: 'loud' }] } };
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const onSkipped = vi.fn();
  let unsubscribe = (): void => undefined;
  beforeEach(() => {
    vi.clearAllMocks();
    unsubscribe = onSkippedRows(onSkipped);
  });
  afterEach(() => unsubscribe());
  afterAll(() => warn.mockRestore());

  it('skips the rows that cannot be read, and reports how many and where, without their values', async () => {
    const { data } = await readList([EVENT, UNREADABLE, { ...STOPPED, colour: 'red' }, null]);
    expect(data).toEqual([EVENT, STOPPED]);
    expect(onSkipped.mock.calls).toEqual([[2]]);
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('2 rows'));
    expect(String(warn.mock.calls)).not.toMatch(/Secret|loud/);
  });

  it('reports nothing where all rows can be read', async () => {
    expect((await readList([EVENT, STOPPED])).data).toEqual([EVENT, STOPPED]);
    expect((await readList([])).data).toEqual([]);
    expect(onSkipped).not.toHaveBeenCalled();
  });

  it('answers an error where no row can be read, because an empty list would look as if there were nothing', async () => {
    expect((await readList([UNREADABLE])).error).toMatchObject({ code: 'unreadable' });
    expect(onSkipped).not.toHaveBeenCalled();
  });
});
