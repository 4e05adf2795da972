import { splitArgs } from '@belfry/schemas/mqtt/command-parts';
import { CommandError, type CommandHandler } from '../command-handler.ts';
import { controlPlayer } from './player-control.ts';

/** `play` plays the tuned station, `play <address>` another one. */
export const testRadio: CommandHandler<'test_radio'> = async (context) => {
  const args = splitArgs(context.params.args);
  if (args.length > 1 && context.fails()) throw new CommandError('stream_unreachable', 'the station does not answer');
  return controlPlayer(context, 'radio', args);
};
