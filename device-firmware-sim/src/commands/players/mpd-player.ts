import { channelOfNumber } from '@belfry/schemas/domain/player';
import { splitArgs } from '@belfry/schemas/mqtt/command-parts';
import { CommandError, type CommandHandler } from '../command-handler.ts';
import { controlPlayer } from './player-control.ts';

/** The arguments are a channel number and an action: `1 status`. */
export const mpdPlayer: CommandHandler<'mpd_player'> = async (context) => {
  const [number = '', ...args] = splitArgs(context.params.args);
  const channel = /^\d$/.test(number) ? channelOfNumber(Number(number)) : undefined;
  if (!channel) throw new CommandError('invalid_params', `there is no channel ${number}`);
  return controlPlayer(context, channel, args);
};
