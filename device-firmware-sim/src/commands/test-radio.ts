import { argWords } from '@belfry/schemas/mqtt/commands';
import { CommandFailure, type Handler } from './handler.ts';
import { controlPlayer } from './player-control.ts';

/** `play` takes the tuned station, `play <address>` another one. */
export const testRadio: Handler<'test_radio'> = async (work) => {
  const words = argWords(work.params.args);
  if (words.length > 1 && work.fails()) throw new CommandFailure('stream_unreachable', 'the station does not answer');
  return controlPlayer(work, 'radio', words);
};
