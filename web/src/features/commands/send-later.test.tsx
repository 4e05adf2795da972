import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi, describe } from 'vitest';
import { COMMANDS, commandTable } from '@belfry/schemas/mqtt/commands';
import { openPage } from '../../testing/open-page.tsx';
import { SendLater, INITIAL_LATER, LATER_COMMANDS, paramsOf } from './send-later.tsx';

describe('sending later', () => {
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
      expect(sent()).toEqual([
        expect.objectContaining({ command: 'contact_support', params: { message: 'No sound' } }),
      ]),
    );
  });
});

describe('the form for sending later', () => {
  it.each(LATER_COMMANDS)('gives %s parameters that the contract accepts', (command) => {
    for (const message of ['', ' No sound '])
      for (const channel of ['0', '1', '2'] as const) {
        const params = paramsOf({ ...INITIAL_LATER, command, channel, message });
        expect(commandTable[command].params.safeParse(params)).toMatchObject({ success: true, data: params });
      }
  });

  it('offers every command but those that need parameters for which it has no fields, as those of announcements do', () => {
    const missing = COMMANDS.filter((command) => !LATER_COMMANDS.includes(command));
    expect(missing).toEqual(expect.arrayContaining(['play', 'stop']));
    expect(missing.filter((command) => commandTable[command].params.safeParse({}).success)).toEqual([]);
    expect(LATER_COMMANDS).toEqual(
      expect.arrayContaining(['set_volume', 'mpd_player', 'test_radio', 'contact_support']),
    );
    expect(LATER_COMMANDS.slice(0, 3)).toEqual(['reboot', 'install', 'reinstall']);
  });

  it('sends what was entered', () => {
    const values = { ...INITIAL_LATER, channel: '2', volume: 30, action: 'stop', message: ' No sound ' } as const;
    expect(paramsOf({ ...values, command: 'set_volume' })).toEqual({ channel: 2, volume: 30 });
    expect(paramsOf({ ...values, command: 'mpd_player' })).toEqual({ args: '2 stop' });
    expect(paramsOf({ ...values, command: 'test_radio' })).toEqual({ args: 'stop' });
    expect(paramsOf({ ...values, command: 'contact_support' })).toEqual({ message: 'No sound' });
  });
});
