import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearSession, writeSession } from '../../lib/session/session-store.ts';
import { makeProfile } from '../../testing/profile-factory.ts';
import { baseApi } from '../base/base-api.ts';
import { authApi, readableProfileSchema } from './auth-api.ts';
import { sessionSlice } from './session-slice.ts';

beforeEach(() => {
  sessionStorage.clear();
  writeSession({ user_id: 7, role: 'user' }, 'the-key');
});
afterEach(() => {
  vi.unstubAllGlobals();
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
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  await store.dispatch(authApi.endpoints.getProfile.initiate());
  expect(sessionStorage.getItem('user_email')).toBe(email);
});
