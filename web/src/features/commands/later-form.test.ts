import { COMMANDS, commandTable } from '@belfry/schemas/mqtt/commands';
import { expect, it } from 'vitest';
import { INITIAL_LATER, LATER_COMMANDS, paramsOf } from './later-form.ts';

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
  expect(LATER_COMMANDS).toEqual(expect.arrayContaining(['set_volume', 'mpd_player', 'test_radio', 'contact_support']));
  expect(LATER_COMMANDS.slice(0, 3)).toEqual(['reboot', 'install', 'reinstall']);
});

it('sends what was entered', () => {
  const values = { ...INITIAL_LATER, channel: '2', volume: 30, action: 'stop', message: ' No sound ' } as const;
  expect(paramsOf({ ...values, command: 'set_volume' })).toEqual({ channel: 2, volume: 30 });
  expect(paramsOf({ ...values, command: 'mpd_player' })).toEqual({ args: '2 stop' });
  expect(paramsOf({ ...values, command: 'test_radio' })).toEqual({ args: 'stop' });
  expect(paramsOf({ ...values, command: 'contact_support' })).toEqual({ message: 'No sound' });
});
