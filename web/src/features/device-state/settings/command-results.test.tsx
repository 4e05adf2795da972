import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aConfiguration } from '../../../testing/configuration-factory.ts';
import { aDevice, infoOf } from '../../../testing/device-factory.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { DeviceSettings } from './device-settings.tsx';

const DEVICE = aDevice({ status: 'online' });
const COMMAND_ID = '00000000-0000-4000-8000-000000000001';
const AT = '2026-11-20T11:00:00.000Z';
const CHECKS = ['network', 'disk', 'clock', 'audio', 'memory', 'broker'].map((name) => ({
  name,
  ok: name !== 'disk',
  detail: name,
}));
const SERVICES = ['mpd', 'agent'].map((name) => ({ name, state: 'running', since: AT }));
const RESULTS: Record<string, object> = {
  system_diagnostics: { checks: CHECKS },
  check_services: { services: SERVICES },
  contact_support: { ticket: 'T-1042' },
  reboot: { uptime_seconds: 1 },
  reinstall: { version: '1.4.2', previous_version: '1.4.2' },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const advanceTime = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const press = async (name: string): Promise<void> => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  await advanceTime(500);
};

/** A tab of an online device that carries out every command, but never answers `unanswered`. `sent`: the commands of the person. */
async function openTab(tab: string, unanswered?: string) {
  const page = await openPage(
    <DeviceSettings serial={DEVICE.serial} onClose={() => undefined} />,
    ({ method, path, body }) => {
      if (path === `/rpi/devices/config/${DEVICE.serial}`) return Response.json(aConfiguration());
      if (path.startsWith('/devices/info/')) return Response.json(infoOf(DEVICE));
      if (method !== 'POST') return Response.json([]);
      const { command } = body as { command: string };
      if (command === unanswered) return new Promise<Response>(() => undefined);
      const result = { executionTime: 10, ...RESULTS[command] };
      const common = { commandId: COMMAND_ID, message: '', error: null, errorType: null };
      return Response.json({ ...common, success: true, result });
    },
    {},
    { address: `/?settings_tab=${tab}` },
  );
  await advanceTime(500);
  const sent = () =>
    page.calls.flatMap(({ method, body }) =>
      method === 'POST' && !(body as { background?: boolean }).background ? [body] : [],
    );
  return { ...page, sent };
}

it('says nothing of the command before while the next one runs', async () => {
  await openTab('info', 'contact_support');
  await press('System Diagnostics');
  await advanceTime(1_500);
  screen.getByText(/1 of 6 checks failed/);
  await press('Contact Support');
  const question = within(screen.getByRole('dialog', { name: 'Contact the support?' }));
  fireEvent.change(question.getByRole('textbox', { name: 'What is the matter?' }), { target: { value: 'No sound' } });
  await act(async () => void fireEvent.click(question.getByRole('button', { name: 'Send' })));
  await advanceTime(500);
  expect(screen.queryByText(/1 of 6 checks failed/)).toBeNull();
});

it.each([
  ['status', 'Reboot', 'Reboot', 'reboot'],
  ['system', 'Reboot', 'Reboot', 'reboot'],
  ['system', 'ReInstall', 'Reinstall', 'reinstall'],
])('asks before a command of the tab %s interrupts the device: %s', async (tab, button, confirm, command) => {
  const { sent } = await openTab(tab);
  await press(button);
  const question = within(screen.getByRole('dialog', { name: `${confirm} this device?` }));
  expect(sent()).toEqual([]);
  await act(async () => void fireEvent.click(question.getByRole('button', { name: confirm })));
  await advanceTime(500);
  expect(sent()).toEqual([expect.objectContaining({ command })]);
});

it('asks for a text before it contacts the support, and says the ticket in the banner', async () => {
  const { sent } = await openTab('info');
  await press('Contact Support');
  const question = within(screen.getByRole('dialog', { name: 'Contact the support?' }));
  const send = question.getByRole('button', { name: 'Send' });
  expect(send).toHaveProperty('disabled', true);
  fireEvent.change(question.getByRole('textbox', { name: 'What is the matter?' }), { target: { value: ' No sound ' } });
  await act(async () => void fireEvent.click(send));
  await advanceTime(1_500);
  expect(sent()).toEqual([expect.objectContaining({ command: 'contact_support', params: { message: 'No sound' } })]);
  const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(said).toContain('Contact support: Support ticket T-1042');
});
