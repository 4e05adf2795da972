import { splitArgs } from '@belfry/schemas/mqtt/command-parts';
import type { CommandHandler } from '../command-handler.ts';
import { controlPlayer } from './player-control.ts';

export const testMusic: CommandHandler<'test_music'> = (context) =>
  controlPlayer(context, 'music', splitArgs(context.params.args));
