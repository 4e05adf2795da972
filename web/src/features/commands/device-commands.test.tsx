import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal, unreachable } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { DeviceCommands } from './device-commands.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SERIAL = '1234-5678-9012-3456';
const COMMANDS = ['Reboot', 'Install', 'Reinstall'];
const buttons = async () => Promise.all(COMMANDS.map((name) => screen.findByRole('button', { name })));

it('takes no command for a device that is offline, with the reason, but one that waits', async () => {
  await openPage(<DeviceCommands serial={SERIAL} status="offline" />, () => Response.json([]));
  const reason = 'Commands need the device to be online.';
  expect(screen.getByText(reason)).toBeDefined();
  for (const button of await buttons()) {
    expect(button).toHaveProperty('disabled', true);
    const describedBy = button.getAttribute('aria-describedby') ?? '';
    expect(document.querySelector(`[id="${describedBy}"]`)?.textContent).toBe(reason);
  }
  expect(screen.getByRole('button', { name: 'Send when it is back' })).toBeDefined();
});

it.each([
  ['the api cannot be reached', unreachable, /^Network error: /],
  ['the call fails', () => refusal(500), /^Failed to reboot device$/],
] as const)('says why a command was not sent, and takes it again: %s', async (_why, answer, expected) => {
  const { user } = await openPage(<DeviceCommands serial={SERIAL} status="online" />, ({ method }) =>
    method === 'POST' ? answer() : Response.json([]),
  );
  const [reboot] = await buttons();
  await user.click(reboot!);
  const question = await screen.findByRole('dialog', { name: 'Reboot this device?' });
  await user.click(within(question).getByRole('button', { name: 'Reboot' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(expected);
  expect(reboot).toHaveProperty('disabled', false);
});

it('does not call it an error that the device did not answer in time, since it may still do what it was told', async () => {
  const timedOut = { success: false, commandId: null, message: '', result: null, error: null };
  const { user } = await openPage(<DeviceCommands serial={SERIAL} status="online" />, ({ method }) =>
    method === 'POST'
      ? Response.json({ ...timedOut, errorType: 'command_timeout' }, { status: 504 })
      : Response.json([]),
  );
  await user.click((await buttons())[0]!);
  const question = await screen.findByRole('dialog', { name: 'Reboot this device?' });
  await user.click(within(question).getByRole('button', { name: 'Reboot' }));
  const outcome = await screen.findByText('Reboot command timed out - device may be restarting');
  expect(outcome.closest('[role="status"]')).not.toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says nothing of the command before while another one runs', async () => {
  const done = {
    success: true,
    commandId: null,
    message: '',
    result: { executionTime: 1_000 },
    error: null,
    errorType: null,
  };
  const second = Promise.withResolvers<Response>();
  const answers = [Promise.resolve(Response.json(done)), second.promise];
  const { user } = await openPage(<DeviceCommands serial={SERIAL} status="online" />, ({ method }) =>
    method === 'POST' ? answers.shift() : Response.json([]),
  );
  const send = async (name: string) => {
    await user.click(await screen.findByRole('button', { name }));
    const question = await screen.findByRole('dialog', { name: `${name} this device?` });
    await user.click(within(question).getByRole('button', { name }));
  };
  await send('Reboot');
  await screen.findByText('Reboot done in 1.0 s');
  await send('Reinstall');
  await waitFor(() => expect(answers).toEqual([]));
  expect(screen.queryByText('Reboot done in 1.0 s')).toBeNull();
  second.resolve(Response.json(done));
  await screen.findByText('Reinstall done in 1.0 s');
});
