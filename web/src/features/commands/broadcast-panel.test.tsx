import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { BroadcastPanel } from './broadcast-panel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PATH = '/rpi/devices/send/commands/broadcast';

async function open(answer: () => Response | Promise<Response>) {
  const onFailure = vi.fn();
  const page = await openPage(
    <BroadcastPanel onFailure={onFailure} onStartRun={() => undefined} />,
    ({ path }) => {
      if (path === '/command-runs/preview') return Response.json({ devices: 3, online: 2, offline: 1, waves: 1 });
      return path === PATH ? answer() : Response.json([]);
    },
    {},
    { role: 'admin' },
  );
  const choose = async (name: string, title: string) => {
    await page.user.click(screen.getByRole('button', { name: 'Commands for all devices' }));
    await page.user.click(await screen.findByRole('menuitem', { name }));
    return within(await screen.findByRole('dialog', { name: title }));
  };
  return { ...page, onFailure, choose };
}

it('asks with the number of devices, and sends nothing after Cancel', async () => {
  const { user, choose, requestsTo } = await open(() => refusal(500));
  const question = await choose('Reboot All', 'Reboot all devices?');
  expect(await question.findByText('3 devices: 2 online, 1 offline')).toBeDefined();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(requestsTo(PATH)).toEqual([]);
});

it('offers no other command while one is sent, and shows its end until it is dismissed', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { user, choose, requestsTo } = await open(() => promise);
  const question = await choose('Install All', 'Install on all devices?');
  await user.click(question.getByRole('button', { name: 'Install All' }));
  expect(await screen.findByText('Sending install command to all devices…')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Commands for all devices' }));
  for (const name of ['Install All', 'Reinstall All', 'Reboot All']) {
    expect(await screen.findByRole('menuitem', { name })).toHaveProperty('disabled', true);
  }
  resolve(Response.json({ success: true, message: '', error: null, errorType: null, commandId: null, devices: 3 }));
  expect(await screen.findByText('Installation process will start on all devices')).toBeDefined();
  expect(requestsTo(PATH)).toMatchObject([{ method: 'POST', body: { command: 'install' } }]);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Installation process will start on all devices')).toBeNull();
});

it('reports a failure in the panel and to the page', async () => {
  const { user, choose, onFailure } = await open(() => refusal(500, 'Something went wrong'));
  const question = await choose('Reboot All', 'Reboot all devices?');
  await user.click(question.getByRole('button', { name: 'Reboot All' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to send reboot command: Something went wrong');
  expect(onFailure).toHaveBeenCalledExactlyOnceWith('Error rebooting devices: Something went wrong');
});
