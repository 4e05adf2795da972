import { configureStore } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startLiveConnection } from '../../testing/live-connection.ts';
import { liveEndpoint } from './live-endpoint.ts';

type Statuses = { serials: string[]; status: Record<string, string> };
const A = '1111-1111-1111-1111';
const B = '2222-2222-2222-2222';
const statusOf = (status: string) => ({
  status,
  device_version: '1.0',
  hostname: 'h',
  ip: '10.0.0.1',
  at: '2026-01-01T00:00:00Z',
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function fakeTime(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms);
  await promise;
}

async function livePage() {
  const { broker, stream } = startLiveConnection();
  let answer: Statuses = { serials: [A], status: { [A]: 'offline' } };
  let delayMs = 0;
  const api = createApi({
    baseQuery: async (path: string) => {
      if (path === '' && delayMs > 0) await fakeTime(delayMs);
      return { data: answer };
    },
    endpoints: (build) => ({
      other: build.query<Statuses, void>({ query: () => 'other' }),
      page: build.query<Statuses, void>({
        query: () => '',
        ...liveEndpoint<Statuses, void>({
          filtersOf: (data) => data.serials.map((serial) => topics.status(serial)),
          apply: (draft, message) => {
            if (message.kind === 'status') draft.status[message.serial] = message.payload.status;
          },
        }),
      }),
    }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { stream } } }).concat(api.middleware, stream.middleware),
    enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
  });
  const subscription = store.dispatch(api.endpoints.page.initiate());
  await subscription;
  // RTK Query updates its subscription counts in the store after 500 ms.
  await vi.advanceTimersByTimeAsync(1_000);
  return {
    broker,
    store,
    subscription,
    delay: (ms: number) => (delayMs = ms),
    fetchOther: () => store.dispatch(api.endpoints.other.initiate(undefined, { forceRefetch: true })),
    answers: (next: Statuses) => (answer = next),
    page: () => api.endpoints.page.select()(store.getState()).data,
  };
}
const frame = () => vi.advanceTimersByTimeAsync(300);

it('patches the cache once per frame, whatever the number of messages', async () => {
  const { broker, store, page } = await livePage();
  let notified = 0;
  store.subscribe(() => notified++);
  for (const status of ['online', 'maintenance', 'online']) broker.publish(topics.status(A), statusOf(status));
  expect(page()?.status[A]).toBe('offline');
  await frame();
  expect(page()?.status[A]).toBe('online');
  expect(notified).toBe(1);
});

it('keeps messages that were received during a fetch over an older answer', async () => {
  const { broker, subscription, page } = await livePage();
  broker.publish(topics.status(A), statusOf('online'));
  await frame();
  await subscription.refetch();
  await frame();
  expect(page()?.status[A]).toBe('online');
});

it('shows no older answer for a moment before the messages that were received during the fetch', async () => {
  const { broker, store, subscription, page } = await livePage();
  broker.publish(topics.status(A), statusOf('online'));
  await frame();
  const shown = new Set<string | undefined>();
  store.subscribe(() => shown.add(page()?.status[A]));
  await subscription.refetch();
  await frame();
  expect([...shown]).toEqual(['online']);
});

it('keeps them also where another query is answered before the older answer', async () => {
  const { broker, subscription, page, delay, fetchOther } = await livePage();
  delay(1_000);
  const refetch = subscription.refetch();
  broker.publish(topics.status(A), statusOf('online'));
  await frame();
  await fetchOther();
  await vi.advanceTimersByTimeAsync(1_000);
  await refetch;
  await frame();
  expect(page()?.status[A]).toBe('online');
});

it('updates its subscriptions with the data, and removes them with the entry', async () => {
  const { broker, subscription, answers } = await livePage();
  answers({ serials: [B], status: { [B]: 'online' } });
  await subscription.refetch();
  await frame();
  expect(broker.log.slice(-2)).toEqual([`- ${topics.status(A)}`, `+ ${topics.status(B)}`]);
  subscription.unsubscribe();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(broker.log.at(-1)).toBe(`- ${topics.status(B)}`);
});
