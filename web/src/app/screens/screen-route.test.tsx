import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { canOpen } from './access.tsx';
import { screenRoute } from './screen-route.tsx';
import { SCREENS } from './screens.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const LOAD_TIMEOUT_MS = 10_000;
const administrative = SCREENS.filter((each) => !canOpen(each, 'user'));

it('has screens for administrators only', () =>
  expect(administrative.map(({ path }) => path)).toEqual([
    '/devices',
    '/voices',
    '/admin',
    '/settings/software',
    '/settings/server',
  ]));

it.each(administrative)(
  '$path denies access to a user, and requests nothing',
  { timeout: LOAD_TIMEOUT_MS },
  async (denied) => {
    const { calls } = await openPage(screenRoute(denied).element, () => undefined, {}, { role: 'user' });
    await screen.findByText(/^Access Denied/, {}, { timeout: LOAD_TIMEOUT_MS });
    expect(screen.getByText('Your current role: Audio Controller')).toBeDefined();
    expect(calls).toEqual([]);
  },
);

it('shows an administrative screen to an admin', { timeout: LOAD_TIMEOUT_MS }, async () => {
  const voices = SCREENS.find(({ path }) => path === '/voices')!;
  await openPage(screenRoute(voices).element, () => undefined, {}, { role: 'admin' });
  expect(await screen.findByRole('heading', { level: 1 }, { timeout: LOAD_TIMEOUT_MS })).toBeDefined();
  expect(screen.queryByText(/^Access Denied/)).toBeNull();
});
