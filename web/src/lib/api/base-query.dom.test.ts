import { configureStore } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchActivity } from '../session/activity.ts';
import { readUserKey, writeSession } from '../session/session-store.ts';
import type { ApiError } from './api-error.ts';
import { createBaseQuery } from './base-api.ts';
import { selectSession, selectSessionEnd, sessionSlice } from '../session/session-slice.ts';

const fetched: Request[] = [];
let answers: (() => Response | Promise<Response>)[] = [];

beforeEach(() => {
  sessionStorage.clear();
  writeSession({ user_id: 7, role: 'admin' }, 'the-key');
  fetched.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    fetched.push(request);
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const json = (status: number, body: unknown) => () => Response.json(body, { status });

function createPage() {
  const api = createApi({
    baseQuery: createBaseQuery(),
    endpoints: (build) => ({
      get: build.query<unknown, void>({ query: () => 'thing' }),
      put: build.mutation<unknown, object>({ query: (body) => ({ url: 'thing', method: 'PUT', body }) }),
    }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  return { ...api.endpoints, ...store };
}

async function send(body: object, ...given: typeof answers) {
  answers = given;
  const { put, dispatch } = createPage();
  await dispatch(put.initiate(body));
}

async function ask(...given: typeof answers) {
  answers = given;
  const { get, dispatch, getState } = createPage();
  const { data, error } = await dispatch(get.initiate());
  return {
    data,
    error: error as ApiError | undefined,
    session: () => selectSession(getState()),
    ended: () => selectSessionEnd(getState()),
  };
}

it('carries the key, and no cookies', async () => {
  await ask(json(200, {}));
  expect(fetched[0]?.headers.get('Authorization')).toBe('the-key');
  expect(fetched[0]).toMatchObject({ mode: 'cors', credentials: 'omit' });
});

it('says which calls the page makes while nobody uses it', async () => {
  await ask(json(200, {}));
  expect(fetched[0]?.headers.has('x-belfry-background')).toBe(true);
  onTestFinished(watchActivity());
  globalThis.dispatchEvent(new Event('keydown'));
  await ask(json(200, {}));
  expect(fetched[1]?.headers.has('x-belfry-background')).toBe(false);
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
  await ask(json(200, {}));
  expect(fetched[2]?.headers.has('x-belfry-background')).toBe(true);
  vi.useRealTimers();
});

it('sends JSON', async () => {
  await send({ name: 'Ada' }, json(200, {}));
  expect(fetched[0]?.headers.get('Content-Type')).toBe('application/json');
  expect(await fetched[0]?.json()).toEqual({ name: 'Ada' });
});

it('calls the origin of the console, whose key goes nowhere else', async () => {
  await send({}, json(200, {}));
  expect(fetched.map(({ url }) => new URL(url).origin)).toEqual([location.origin]);
});

it('gives up after 15 s without an answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const silent = (): Promise<Response> =>
    new Promise((_answered, fail) => {
      const signal = fetched.at(-1)?.signal;
      signal?.addEventListener('abort', () => fail(signal.reason));
    });
  const asked = ask(silent);
  await vi.advanceTimersByTimeAsync(15_100);
  expect((await asked).error).toMatchObject({ status: 0, code: 'timeout' });
  vi.useRealTimers();
});

describe('an error has the same shape', () => {
  it('for the envelope of the contract', async () => {
    const details = [{ path: 'email', message: 'Email is required' }];
    const { error } = await ask(json(400, { error: 'Invalid', code: 'invalid_input', details }));
    expect(error).toEqual({ status: 400, message: 'Invalid', code: 'invalid_input', details });
  });
  it('for an answer that is not JSON', async () => {
    const { error } = await ask(() => new Response('<html>', { status: 500 }));
    expect(error).toMatchObject({ status: 500, code: 'unreadable', body: '<html>' });
  });
  it('for an empty body, without a message', async () => {
    const { error } = await ask(() => new Response(null, { status: 500, statusText: 'Broken' }));
    expect(error).toEqual({ status: 500, message: '', code: 'unknown', details: [], statusText: 'Broken' });
  });
  it('for no answer', async () => {
    const { error } = await ask();
    expect(error).toMatchObject({ status: 0, code: 'network' });
  });
});

describe('a 401', () => {
  it('ends the session', async () => {
    const { session } = await ask(json(401, { error: 'Key expired', code: 'unauthenticated' }));
    expect(session()).toBeNull();
    expect(readUserKey()).toBeNull();
  });
  it('ends the session after a block, with its reason', async () => {
    const { session, ended } = await ask(json(403, { error: 'Blocked', code: 'account_blocked' }));
    expect(session()).toBeNull();
    expect(ended()).toBe('blocked');
    expect(readUserKey()).toBeNull();
  });
  it('keeps the session after any other 403', async () => {
    const { session } = await ask(json(403, { error: 'Not yours', code: 'forbidden' }));
    expect(session()).toEqual({ user_id: 7, role: 'admin' });
  });
  it('to an old key does not end a newer session', async () => {
    const { session } = await ask(() => {
      writeSession({ user_id: 8, role: 'user' }, 'a-newer-key');
      return Response.json({ error: 'Key expired', code: 'unauthenticated' }, { status: 401 });
    });
    expect(session()).not.toBeNull();
    expect(readUserKey()).toBe('a-newer-key');
  });
  it('keeps the session where the 401 is about a password that was typed', async () => {
    const { session } = await ask(json(401, { error: 'Wrong', code: 'wrong_credentials' }));
    expect(session()).toEqual({ user_id: 7, role: 'admin' });
  });
});
