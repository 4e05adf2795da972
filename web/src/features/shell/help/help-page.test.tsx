import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../testing/open-page.tsx';
import { HelpPage } from './help-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('leads back to the home page where it was opened by a link, and otherwise to where one came from', async () => {
  const { user, router } = await openPage(<HelpPage />, () => undefined, {}, { address: '/help' });
  await user.click(await screen.findByRole('button', { name: 'Go Back' }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  await router.navigate('/activity');
  await router.navigate('/help');
  await user.click(screen.getByRole('button', { name: 'Go Back' }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/activity'));
});

it('finds a task by the time in its title', async () => {
  const { user } = await openPage(<HelpPage />, () => undefined, {}, { address: '/help' });
  await user.type(await screen.findByRole('textbox'), '8:00');
  await vi.waitFor(() => expect(screen.queryByText('Say a sentence')).toBeNull());
  expect(screen.getByText('Ring a bell at 8:00')).toBeTruthy();
});
