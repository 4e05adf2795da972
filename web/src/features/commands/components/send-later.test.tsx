import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../testing/open-page.tsx';
import { SendLater } from './send-later.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SERIAL = '1234-5678-9012-3456';
const QUEUED = { success: true, commandId: '00000000-0000-4000-8000-000000000001', state: 'queued' };

async function open(command: string) {
  const page = await openPage(<SendLater serial={SERIAL} />, () => Response.json(QUEUED));
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Command' }), command);
  const sent = () => page.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { ...page, sent, send: screen.getByRole('button', { name: 'Send when it is back' }) };
}

it.each([
  ['Reboot', 'reboot'],
  ['Reinstall', 'reinstall'],
])('asks before %s waits for the device', async (name, command) => {
  const { user, send, sent } = await open(name);
  await user.click(send);
  const question = within(await screen.findByRole('dialog', { name: `${name} this device?` }));
  expect(sent()).toEqual([]);
  await user.click(question.getByRole('button', { name }));
  await vi.waitFor(() => expect(sent()).toEqual([expect.objectContaining({ command })]));
});

it('sends other commands at once', async () => {
  const { user, send, sent } = await open('Clear cache');
  await user.click(send);
  await vi.waitFor(() => expect(sent()).toEqual([expect.objectContaining({ command: 'clear_cache' })]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('needs a text for the support', async () => {
  const { user, send, sent } = await open('Contact support');
  expect(send).toHaveProperty('disabled', true);
  await user.type(screen.getByRole('textbox', { name: 'Message to support' }), ' No sound ');
  await user.click(send);
  await vi.waitFor(() =>
    expect(sent()).toEqual([expect.objectContaining({ command: 'contact_support', params: { message: 'No sound' } })]),
  );
});
