import { splitArgs } from '@belfry/schemas/mqtt/command-parts';
import type { CommandHandler } from '../command-handler.ts';
import { controlPlayer } from './player-control.ts';

export const testVoices: CommandHandler<'test_voices'> = (context) =>
  controlPlayer(context, 'voice', splitArgs(context.params.args));
