import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, writeSession } from './session-store.ts';
import { makeProfile } from '../../testing/profile-factory.ts';
import { baseApi } from '../api/base-api.ts';
import { authApi, readableProfileSchema } from './auth-api.ts';
import { selectRole, sessionSlice } from './session-slice.ts';

beforeEach(() => {
  sessionStorage.clear();
  writeSession({ user_id: 7, role: 'user' }, 'the-key');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const createStore = () =>
  configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });

it.each([
  ['missing', undefined, 180],
  ['no number', 'abc', 180],
  ['empty', null, 180],
  ['in digits', '330', 330],
])('an offset that is %s', (_name, utc_offset, minutes) => {
  // As JSON has it: undefined fields are absent.
  const answer: unknown = JSON.parse(JSON.stringify({ ...makeProfile(), utc_offset }));
  expect(readableProfileSchema.parse(answer).utc_offset).toBe(minutes);
});

it.each([
  ['are stored', () => undefined, 'ada@belfry.test'],
  ['are not stored after signing out', clearSession, null],
])('email address and offset of a profile %s', async (_what, meanwhile, email) => {
  vi.stubGlobal('fetch', async () => {
    meanwhile();
    return Response.json(makeProfile({ email: 'ada@belfry.test' }));
  });
  const store = createStore();
  await store.dispatch(authApi.endpoints.getProfile.initiate());
  expect(sessionStorage.getItem('user_email')).toBe(email);
});

describe('the role', () => {
  async function load(answer: (path: string, query: URLSearchParams) => Response) {
    const fetched: string[] = [];
    vi.stubGlobal('fetch', async ({ url }: Request) => {
      const { pathname, searchParams } = new URL(url);
      fetched.push(pathname);
      return answer(pathname, searchParams);
    });
    const store = createStore();
    await store.dispatch(authApi.endpoints.getProfile.initiate());
    return { fetched, shown: selectRole(store.getState()), stored: sessionStorage.getItem('user_role') };
  }

  it('is that of the profile, for which nothing else is requested', async () => {
    const fetched = ['/api/users/info'];
    expect(await load(() => Response.json(makeProfile({ role: 'root' })))).toEqual({
      fetched,
      shown: 'root',
      stored: 'root',
    });
  });

  it.each([
    ['cannot be reached', () => Response.error()],
    ['breaks', () => Response.json({ error: 'Oops', code: 'internal' }, { status: 500 })],
    ['has an unknown role', () => Response.json({ ...makeProfile(), role: 'owner' })],
  ])('remains that of the sign-in where the profile %s', async (_what, answer) => {
    writeSession({ user_id: 7, role: 'admin' }, 'the-key');
    expect(await load(answer)).toMatchObject({ shown: 'admin', stored: 'admin' });
  });

  it.each([
    ['of their information', '/api/admin/user/info', { id: 7, role: 'admin' }],
    ['of the list of users', '/api/admin/users', [{ id: 7 }]],
  ])('is that %s where the profile cannot be read', async (_what, path, body) => {
    await load((asked, query) =>
      asked === path && query.get('role') !== 'root' ? Response.json(body) : Response.json({}, { status: 500 }),
    );
    await vi.waitFor(() => expect(sessionStorage.getItem('user_role')).toBe('admin'));
  });

  it('is not applied to another user who has signed in meanwhile', async () => {
    const { stored } = await load(() => {
      writeSession({ user_id: 9, role: 'user' }, 'another-key');
      return Response.json(makeProfile({ role: 'root' }));
    });
    expect(stored).toBe('user');
  });
});
