import { topics } from '@belfry/schemas/mqtt/topics';
import { applyMiddleware, legacy_createStore, type UnknownAction } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLiveConnection } from '../../testing/live-connection.ts';

const A = '1111-1111-1111-1111';
const B = '2222-2222-2222-2222';
const FULFILLED = { type: 'page/fulfilled', meta: { requestId: '1', requestStatus: 'fulfilled' } };
const frame = () => vi.advanceTimersByTimeAsync(300);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createPage() {
  const { broker, stream } = startLiveConnection();
  const store = legacy_createStore(() => ({}), applyMiddleware(stream.middleware));
  return {
    broker,
    dispatch: (action: UnknownAction) => store.dispatch(action),
    publishStatus: (serial: string, status: string) =>
      broker.publish(topics.status(serial), {
        status,
        device_version: '1',
        hostname: 'h',
        ip: '10.0.0.1',
        at: '2026-01-01T00:00:00Z',
      }),
    /** A cache entry whose filters and fetch a test can change; `patches` has the statuses that each patch applied. */
    attach: (...filters: string[]) => {
      const entry = { filters, fetch: 'first', patches: [] as string[][], detach: () => undefined as void };
      entry.detach = stream.attach({
        filters: () => entry.filters,
        fetchedBy: () => entry.fetch,
        patch: (messages) =>
          entry.patches.push(messages.map((message) => (message.kind === 'status' ? message.payload.status : ''))),
      });
      return entry;
    },
  };
}

describe('messages', () => {
  it('are applied once per frame, in order, to the entries that subscribe to them', async () => {
    const { attach, publishStatus } = createPage();
    const [ofA, ofB] = [attach(topics.status(A)), attach(topics.status(B))];
    publishStatus(A, 'online');
    publishStatus(A, 'offline');
    expect(ofA.patches).toEqual([]);
    await frame();
    publishStatus(A, 'maintenance');
    await frame();
    expect(ofA.patches).toEqual([['online', 'offline'], ['maintenance']]);
    expect(ofB.patches).toEqual([]);
  });

  it('under two filters of an entry are applied once', async () => {
    const { attach, publishStatus } = createPage();
    const entry = attach(topics.status(A), `devices/${A}/#`);
    publishStatus(A, 'online');
    publishStatus(A, 'online');
    await frame();
    expect(entry.patches).toEqual([['online', 'online']]);
  });

  it('of the last seconds are applied to a new entry', async () => {
    const { attach, publishStatus } = createPage();
    publishStatus(A, 'online');
    const entry = attach(topics.status(A), topics.status(B));
    await frame();
    expect(entry.patches).toEqual([['online']]);
  });

  it('are not applied to a removed entry', async () => {
    const { attach, publishStatus, broker } = createPage();
    const entry = attach(topics.status(A), topics.status(B));
    await frame();
    publishStatus(A, 'online');
    entry.detach();
    await frame();
    expect(entry.patches).toEqual([]);
    expect(broker.log.at(-1)).toBe(`- ${topics.status(A)} ${topics.status(B)}`);
  });
});

describe('an answer of the server', () => {
  it('is patched again, once, with the messages that were received during the fetch', async () => {
    const { attach, publishStatus, dispatch } = createPage();
    const entry = attach(topics.status(A));
    publishStatus(A, 'online');
    await frame();
    entry.fetch = 'second';
    dispatch(FULFILLED);
    await frame();
    dispatch(FULFILLED);
    await frame();
    expect(entry.patches).toEqual([['online'], ['online']]);
  });

  it('for another entry does not apply messages again', async () => {
    const { attach, publishStatus, dispatch } = createPage();
    const entry = attach(topics.status(A));
    publishStatus(A, 'online');
    await frame();
    dispatch(FULFILLED);
    await frame();
    expect(entry.patches).toHaveLength(1);
  });

  it('adds filters of new data, and keeps the present ones', async () => {
    const { attach, broker, dispatch } = createPage();
    const entry = attach(topics.status(A), topics.metrics(A));
    await frame();
    entry.filters = [topics.status(B), topics.metrics(A)];
    entry.fetch = 'second';
    dispatch(FULFILLED);
    await frame();
    expect(broker.log.slice(2)).toEqual([`- ${topics.status(A)}`, `+ ${topics.status(B)}`]);
  });

  it('adds a filter again that its data contains again', async () => {
    const { attach, broker, dispatch } = createPage();
    const entry = attach(topics.status(A));
    for (const serial of [B, A]) {
      await frame();
      entry.filters = [topics.status(serial)];
      entry.fetch = serial;
      dispatch(FULFILLED);
    }
    await frame();
    expect(broker.log.slice(-2)).toEqual([`- ${topics.status(B)}`, `+ ${topics.status(A)}`]);
  });

  it('keeps track of all filters, which are removed with the entry', async () => {
    const { attach, broker, dispatch } = createPage();
    const entry = attach(topics.status(A));
    await frame();
    entry.fetch = 'second';
    dispatch(FULFILLED);
    entry.detach();
    await frame();
    expect(broker.log.at(-1)).toBe(`- ${topics.status(A)}`);
  });

  it('applies one message once where the filters do not change', async () => {
    const { attach, publishStatus, dispatch } = createPage();
    const entry = attach(topics.status(A));
    entry.fetch = 'second';
    dispatch(FULFILLED);
    publishStatus(A, 'online');
    await frame();
    expect(entry.patches).toEqual([['online']]);
  });
});

describe('other actions', () => {
  it('change nothing, and all reach the store', async () => {
    const { attach, broker, dispatch } = createPage();
    const entry = attach(topics.status(A));
    await frame();
    entry.filters = [topics.status(B)];
    entry.fetch = 'second';
    const pending = { type: 'page/pending', meta: { requestId: '2', requestStatus: 'pending' } };
    expect(dispatch(pending)).toBe(pending);
    await frame();
    expect(broker.log).toEqual(['open', `+ ${topics.status(A)}`]);
  });
});
