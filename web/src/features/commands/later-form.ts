import { BROADCAST_COMMANDS, COMMANDS, commandTable, type Command } from '@belfry/schemas/mqtt/commands';
import type { Channel } from './components/volume-fields.tsx';

/** The commands that can wait for their device, the most frequent ones first: those that need no parameters or have fields for them. */
export const LATER_COMMANDS: readonly Command[] = [...new Set([...BROADCAST_COMMANDS, ...COMMANDS])].filter(
  (command) => fieldsOf(command) !== 'none' || commandTable[command].params.safeParse({}).success,
);

export const PLAYER_ACTIONS = ['play', 'stop'] as const;

/** The values of all fields, of which a command uses some. */
export type LaterValues = {
  command: Command;
  channel: Channel;
  volume: number;
  action: (typeof PLAYER_ACTIONS)[number];
  message: string;
};

export const INITIAL_LATER: LaterValues = {
  command: 'reboot',
  channel: '1',
  volume: 50,
  action: 'play',
  message: '',
};

/** What a command needs besides its name. */
export type LaterFields = 'volume' | 'player' | 'action' | 'message' | 'none';

export function fieldsOf(command: Command): LaterFields {
  switch (command) {
    case 'set_volume':
      return 'volume';
    case 'mpd_player':
      return 'player';
    case 'test_voices':
    case 'test_music':
    case 'test_radio':
      return 'action';
    case 'contact_support':
      return 'message';
    default:
      return 'none';
  }
}

/** The parameters of the command as the contract has them. */
export function paramsOf({ command, channel, volume, action, message }: LaterValues): Record<string, unknown> {
  switch (fieldsOf(command)) {
    case 'volume':
      return { channel: Number(channel), volume };
    case 'player':
      return { args: `${channel} ${action}` };
    case 'action':
      return { args: action };
    case 'message':
      return message.trim() === '' ? {} : { message: message.trim() };
    case 'none':
      return {};
  }
}
