import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { baseApi } from '../base/base-api.ts';
import { selectRole, selectSession, sessionSlice } from './session-slice.ts';
import { writeProfileHints, writeSession } from '../../lib/session/session-store.ts';
import { roleApi } from './role-api.ts';

type Reply = () => Response;
const INFO = '/api/admin/user/info';
const LIST = '/api/admin/users';
const requestsTo: { path: string; q: string | null; body: unknown }[] = [];
let replies: Record<string, Reply>;

beforeEach(() => {
  sessionStorage.clear();
  writeSession({ user_id: 7, role: 'admin' }, 'the-key');
  requestsTo.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname: path, searchParams } = new URL(request.url);
    requestsTo.push({ path, q: searchParams.get('q'), body: await request.json() });
    return (replies[path] ?? offline)();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const json =
  (body: unknown, status = 200): Reply =>
  () =>
    Response.json(body, { status });
const offline: Reply = () => {
  throw new TypeError('Failed to fetch');
};
const LISTED = json([{ id: 6, role: 'root' }, 'nobody', { id: 7, name: 'Ada', role: 'user' }, { id: 8 }]);

async function resolve(info: Reply, list: Reply = offline, meanwhile: () => void = () => undefined) {
  replies = { [INFO]: info, [LIST]: list };
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  const request = store.dispatch(roleApi.endpoints.getRole.initiate(7));
  meanwhile();
  await request;
  const shown = selectRole(store.getState());
  return { shown, stored: sessionStorage.getItem('user_role'), session: selectSession(store.getState()) };
}
const paths = () => requestsTo.map(({ path }) => path);

describe('the current role', () => {
  it('is that of user info, and nothing else is requested', async () => {
    expect(await resolve(json({ id: 7, role: 'root', name: 'Ada' }), LISTED)).toMatchObject({
      shown: 'root',
      stored: 'root',
    });
    expect(requestsTo).toEqual([{ path: INFO, q: null, body: { userId: 7, admin_user_key: 'the-key' } }]);
  });

  it.each([
    ['cannot be reached', offline],
    ['breaks', json({ error: 'Oops', code: 'internal' }, 500)],
    ['refuses', json({ error: 'No', code: 'forbidden' }, 403)],
    ['knows nobody', json({ error: 'User not found', code: 'user_not_found' }, 404)],
    ['has no role', json({ id: 7 })],
    ['has an unknown role', json({ id: 7, role: 'owner' })],
    ['returns no JSON', () => new Response('<h1>Hello')],
  ])('is that of the list entry with the stored id, where user info %s', async (_what, info) => {
    expect(await resolve(info, LISTED)).toMatchObject({ shown: 'user', stored: 'user' });
    expect(paths()).toEqual([INFO, LIST]);
    expect(requestsTo[1]?.body).toEqual({ admin_user_key: 'the-key' });
  });

  it.each([
    ['cannot be reached', offline],
    ['breaks', json({}, 502)],
    ['refuses', json({ error: 'No', code: 'forbidden' }, 403)],
    ['has nobody of this id', json([{ id: 70, role: 'root' }])],
    ['is empty', json([])],
    ['is no list', json({ role: 'root' })],
    ['has a role of tomorrow', json([{ id: 7, role: 'owner' }])],
  ])('remains the stored one where the list %s as well', async (_what, list) => {
    expect(await resolve(offline, list)).toMatchObject({ shown: 'admin', stored: 'admin' });
  });

  it('is searched among the users with the own email, where that is known', async () => {
    await resolve(offline, LISTED);
    writeProfileHints('ada@belfry.test', 180);
    await resolve(offline, LISTED);
    expect(requestsTo.filter(({ path }) => path === LIST).map(({ q }) => q)).toEqual([null, 'ada@belfry.test']);
  });

  it('is not requested after the key has become invalid', async () => {
    const dead = json({ error: 'Your session has ended.', code: 'unauthenticated' }, 401);
    expect(await resolve(dead, LISTED)).toEqual({ shown: null, stored: null, session: null });
    expect(paths()).toEqual([INFO]);
  });

  it('is not applied to another user who has signed in meanwhile', async () => {
    const other = () => writeSession({ user_id: 9, role: 'user' }, 'another-key');
    expect((await resolve(json({ role: 'root' }), LISTED, other)).stored).toBe('user');
    writeSession({ user_id: 7, role: 'admin' }, 'the-key');
    expect((await resolve(offline, json([{ id: 7, role: 'root' }]), other)).stored).toBe('user');
  });
});
