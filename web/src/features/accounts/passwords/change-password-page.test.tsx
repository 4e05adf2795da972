import { cleanup } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPublicScreens } from '../../../testing/open-page.tsx';
import { ChangePasswordPage } from './change-password-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the sign-in page without a session or a token', async () => {
  const { location } = await openPublicScreens(
    { '/change-password': <ChangePasswordPage /> },
    '/change-password',
    () => undefined,
  );
  expect(location()).toEqual({ path: '/login', state: null });
});
