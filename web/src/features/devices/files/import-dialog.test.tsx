import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { ImportDialog } from './import-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows why a file is refused, and imports nothing', async () => {
  const reason = 'The file has no column “serial”';
  const { user, calls } = await openPage(<ImportDialog onClose={() => undefined} />, () => refusal(422, reason));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await user.upload(input!, new File(['name\nx\n'], 'x.csv', { type: 'text/csv' }));
  expect((await screen.findByRole('alert')).textContent).toBe(reason);
  expect(screen.getByRole('button', { name: /^Import/ })).toHaveProperty('disabled', true);
  expect(calls).toHaveLength(1);
});
