import { configureStore } from '@reduxjs/toolkit';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { baseApi } from '../../lib/api/base-api.ts';
import { sessionSlice } from '../../lib/session/session-slice.ts';
import { startI18n } from '../../lib/i18n.ts';
import {
  fallbackCountries,
  fallbackLanguages,
  fallbackPhoneCodes,
  fallbackTimeZones,
  registrationCountries,
  registrationLanguages,
} from '../../lib/lookup-fallbacks.ts';
import { useAccountLanguages, useCountries, useLanguages, usePhoneCodes, useTimeZones } from './lookups-api.ts';

beforeEach(async () => {
  sessionStorage.clear();
  await startI18n();
  vi.stubGlobal('fetch', async () => Response.json({ error: 'Away' }, { status: 500 }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function newPage() {
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
  return ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
}

it.each([
  ['countries', () => useCountries(), fallbackCountries('en')],
  ['countries of registration', () => useCountries(registrationCountries), registrationCountries('en')],
  ['languages', () => useLanguages(), fallbackLanguages('en')],
  ['languages of registration', () => useLanguages(registrationLanguages), registrationLanguages('en')],
  ['languages of the profile', () => useAccountLanguages(), fallbackLanguages('en')],
  ['phone codes', () => usePhoneCodes(), fallbackPhoneCodes('en')],
  ['time zones', () => useTimeZones(), fallbackTimeZones()],
])('replaces %s that cannot be read by the built-in ones', async (_name, useList, list) => {
  const { result } = renderHook<{ list: unknown; isLoading: boolean }, void>(useList, { wrapper: newPage() });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current.list).toEqual(list);
});
