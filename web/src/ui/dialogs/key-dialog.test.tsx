import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { KeyDialog } from './key-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  // The clipboard is offered to secure origins only.
  vi.stubGlobal('isSecureContext', true);
  const onClose = vi.fn<() => void>();
  const dialog = (
    <KeyDialog secret="s3cret" title="Device added" label="Device key" copyLabel="Copy key" onClose={onClose}>
      Shown once.
    </KeyDialog>
  );
  const { user } = await openPage(dialog, () => undefined);
  return { user, onClose };
}

it('focuses Copy key, and closes once the key is copied', async () => {
  const { user, onClose } = await open();
  const copy = await screen.findByRole('button', { name: 'Copy key' });
  await vi.waitFor(() => expect(document.activeElement).toBe(copy));
  await user.click(copy);
  expect(await navigator.clipboard.readText()).toBe('s3cret');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('asks before it closes uncopied', async () => {
  const { user, onClose } = await open();
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByText(/^The key was not copied/).role).toBe('alert');
  await user.click(screen.getByRole('button', { name: 'Close without the key' }));
  expect(onClose).toHaveBeenCalledOnce();
});
