import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { ChangeContact } from './change-contact.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('changes the own email with the password and the code that was sent', async () => {
  const { user, requestsTo } = await openPage(<ChangeContact kind="email" />, ({ path, body }) => {
    if (!path.startsWith('/users/contact')) return undefined;
    const isWrong = (body as { code?: string }).code === '0000';
    return isWrong ? refusal(401, 'Wrong code', 'wrong_code') : Response.json({ success: true, message: 'ok' });
  });
  await user.click(screen.getByRole('button', { name: 'Change the email address' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('New email'), 'nonsense');
  await user.type(dialog.getByLabelText('Current password'), 'Secret-1');
  await user.click(dialog.getByRole('button', { name: 'Send the code' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Please enter a valid email address');
  await user.clear(dialog.getByLabelText('New email'));
  await user.type(dialog.getByLabelText('New email'), 'new@belfry.test');
  await user.click(dialog.getByRole('button', { name: 'Send the code' }));
  expect(await dialog.findByText(/on its way to new@belfry.test/)).toBeTruthy();
  expect(requestsTo('/users/contact')).toMatchObject([{ body: { email: 'new@belfry.test', password: 'Secret-1' } }]);
  await user.type(dialog.getByLabelText('Code'), '0000');
  expect((await dialog.findByRole('alert')).textContent).toContain('code');
  await user.clear(dialog.getByLabelText('Code'));
  // The fourth digit sends it.
  await user.type(dialog.getByLabelText('Code'), '0427');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requestsTo('/users/contact/confirm')).toMatchObject([
    { body: { kind: 'email', code: '0000' } },
    { body: { kind: 'email', code: '0427' } },
  ]);
});
