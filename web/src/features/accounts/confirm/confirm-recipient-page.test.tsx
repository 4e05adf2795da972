import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal, type Answer } from '../../../testing/fake-server.ts';
import { openPublicScreens } from '../../../testing/open-page.tsx';
import { ConfirmRecipientPage } from './confirm-recipient-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (address: string, answer: Answer = () => undefined) =>
  openPublicScreens(
    { '/confirm-recipient': <ConfirmRecipientPage />, '/c': <ConfirmRecipientPage /> },
    address,
    answer,
  );

it.each(['/confirm-recipient?token=t', '/c#t'])('confirms on a click, not when it is opened: %s', async (link) => {
  const { user, requestsTo } = await open(link, () => Response.json({ success: true, message: 'x' }));
  const button = await screen.findByRole('button', { name: 'I want these messages' });
  expect(requestsTo('/recipients/confirm')).toEqual([]);
  await user.click(button);
  expect(await screen.findByText('Thank you. You will get these messages.')).toBeDefined();
  expect(requestsTo('/recipients/confirm').map(({ body }) => body)).toEqual([{ token: 't' }]);
  expect(screen.queryByRole('button', { name: 'I want these messages' })).toBeNull();
});

it('says that a link no longer works', async () => {
  const { user } = await open('/confirm-recipient?token=t', () =>
    refusal(410, 'This link has expired or was replaced by a newer one.', 'link_expired'),
  );
  await user.click(await screen.findByRole('button', { name: 'I want these messages' }));
  expect((await screen.findByRole('alert')).textContent).toContain('This link has expired');
});

it('is the sign-in page without a token', async () => {
  const { location } = await open('/confirm-recipient');
  await screen.findByText('The screen /login');
  expect(location().path).toBe('/login');
});
