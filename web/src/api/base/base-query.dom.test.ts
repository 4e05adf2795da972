import { configureStore } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readUserKey, writeSession } from '../../lib/session/session-store.ts';
import type { ApiError } from './api-error.ts';
import { createBaseQuery } from './base-query.ts';
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

function createPage(bases: string[]) {
  const api = createApi({
    baseQuery: createBaseQuery(bases.map((base) => `http://${base}/api`)),
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
  const { put, dispatch } = createPage(['one']);
  await dispatch(put.initiate(body));
}

async function ask(bases: string[], ...given: typeof answers) {
  answers = given;
  const { get, dispatch, getState } = createPage(bases);
  const { data, error } = await dispatch(get.initiate());
  return {
    data,
    error: error as ApiError | undefined,
    session: () => selectSession(getState()),
    ended: () => selectSessionEnd(getState()),
  };
}

it('carries the key, and no cookies', async () => {
  await ask(['one'], json(200, {}));
  expect(fetched[0]?.headers.get('Authorization')).toBe('the-key');
  expect(fetched[0]).toMatchObject({ mode: 'cors', credentials: 'omit' });
});

it('sends JSON', async () => {
  await send({ name: 'Ada' }, json(200, {}));
  expect(fetched[0]?.headers.get('Content-Type')).toBe('application/json');
  expect(await fetched[0]?.json()).toEqual({ name: 'Ada' });
});

describe('the list of bases', () => {
  it.each([
    ['a network failure', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a 502', json(502, { error: 'x', code: 'internal' })],
    ['a 502 of a proxy', () => new Response('<html>', { status: 502 })],
  ])('tries the next base after %s', async (_name, first) => {
    const { data } = await ask(['one', 'two'], first, json(200, { fine: true }));
    expect(data).toEqual({ fine: true });
    expect(fetched.map(({ url }) => new URL(url).host)).toEqual(['one', 'two']);
  });

  it('tries the next base after 15 s without an answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = (): Promise<Response> =>
      new Promise((_answered, fail) => {
        const signal = fetched.at(-1)?.signal;
        signal?.addEventListener('abort', () => fail(signal.reason));
      });
    const requestsTo = ask(['one', 'two'], silent, json(200, { fine: true }));
    await vi.advanceTimersByTimeAsync(14_900);
    expect(fetched).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect((await requestsTo).data).toEqual({ fine: true });
    vi.useRealTimers();
  });

  it.each([400, 401, 404, 500, 503])('does not try the next base after a %i', async (status) => {
    const { error } = await ask(['one', 'two'], json(status, { error: 'Said so', code: 'internal' }));
    expect(error).toMatchObject({ status, message: 'Said so' });
    expect(fetched).toHaveLength(1);
  });
});

describe('an error has the same shape', () => {
  it('for the envelope of the contract', async () => {
    const details = [{ path: 'email', message: 'Email is required' }];
    const { error } = await ask(['one'], json(400, { error: 'Invalid', code: 'invalid_input', details }));
    expect(error).toEqual({ status: 400, message: 'Invalid', code: 'invalid_input', details });
  });
  it('for an answer that is not JSON', async () => {
    const { error } = await ask(['one'], () => new Response('<html>', { status: 500 }));
    expect(error).toMatchObject({ status: 500, code: 'unreadable', body: '<html>' });
  });
  it('for an empty body, without a message', async () => {
    const { error } = await ask(['one'], () => new Response(null, { status: 500, statusText: 'Broken' }));
    expect(error).toEqual({ status: 500, message: '', code: 'unknown', details: [], statusText: 'Broken' });
  });
  it('for several bases that all failed, with their names', async () => {
    const { error } = await ask(['one', 'two'], json(502, {}), json(502, {}));
    expect(error?.tried).toEqual(['http://one/api', 'http://two/api']);
  });
  it('for no answer', async () => {
    const { error } = await ask(['one']);
    expect(error).toMatchObject({ status: 0, code: 'network' });
  });
});

describe('a 401', () => {
  it('ends the session', async () => {
    const { session } = await ask(['one'], json(401, { error: 'Key expired', code: 'unauthenticated' }));
    expect(session()).toBeNull();
    expect(readUserKey()).toBeNull();
  });
  it('ends the session after a block, with its reason', async () => {
    const { session, ended } = await ask(['one'], json(403, { error: 'Blocked', code: 'account_blocked' }));
    expect(session()).toBeNull();
    expect(ended()).toBe('blocked');
    expect(readUserKey()).toBeNull();
  });
  it('keeps the session after any other 403', async () => {
    const { session } = await ask(['one'], json(403, { error: 'Not yours', code: 'forbidden' }));
    expect(session()).toEqual({ user_id: 7, role: 'admin' });
  });
  it('to an old key does not end a newer session', async () => {
    const { session } = await ask(['one'], () => {
      writeSession({ user_id: 8, role: 'user' }, 'a-newer-key');
      return Response.json({ error: 'Key expired', code: 'unauthenticated' }, { status: 401 });
    });
    expect(session()).not.toBeNull();
    expect(readUserKey()).toBe('a-newer-key');
  });
  it('keeps the session where the 401 is about a password that was typed', async () => {
    const { session } = await ask(['one'], json(401, { error: 'Wrong', code: 'wrong_credentials' }));
    expect(session()).toEqual({ user_id: 7, role: 'admin' });
  });
});
