import { channelOfNumber } from '@belfry/schemas/domain/player';
import { argWords } from '@belfry/schemas/mqtt/commands';
import { CommandFailure, type Handler } from './handler.ts';
import { controlPlayer } from './player-control.ts';

/** Arguments are a channel number and what to do with it: `1 status`. */
export const mpdPlayer: Handler<'mpd_player'> = async (work) => {
  const [number = '', ...words] = argWords(work.params.args);
  const channel = /^\d$/.test(number) ? channelOfNumber(Number(number)) : undefined;
  if (!channel) throw new CommandFailure('invalid_params', `there is no channel ${number}`);
  return controlPlayer(work, channel, words);
};
