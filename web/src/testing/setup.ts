import './browser-language.ts';
import { cleanup, configure } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import * as React from 'react';
import { afterAll, afterEach, vi } from 'vitest';
import { addEnglishTexts } from '../lib/english-texts.ts';
import english from '../locales/en.ts';

/** Longer than the default timeout of 1 s: a busy machine may pause for seconds. */
configure({ asyncUtilTimeout: 30_000 });

/**
 * The development build of React records a stack trace for each element that it creates, up to 10,000 a second, to name components in
 * warnings. It is a quarter of the processor time of these tests, so React is told that the limit is reached.
 */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set: (_reset: number) => {},
    configurable: true,
  });
} else throw new Error('this version of React counts its stack traces elsewhere: adapt the set-up of the tests');

// The build gives each file the texts that it names; tests have all of them.
for (const [path, texts] of Object.entries(english))
  addEnglishTexts(path.slice(path.lastIndexOf('/') + 1, -'.json'.length), texts);

afterEach(cleanup);

// The files of a worker share the window: what one stores, shows or replaces must not reach the next.
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  notifications.clean();
  if (i18next.isInitialized && i18next.language !== 'en') await i18next.changeLanguage('en');
});
