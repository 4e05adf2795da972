import { channelOfNumber } from '@belfry/schemas/domain/player';
import { VOLUME_SETTINGS } from '../players.ts';
import { CommandFailure, type Handler } from './handler.ts';

/** Sets the volume of a channel and keeps it: it is a setting, not a passing state. */
export const setVolume: Handler<'set_volume'> = async ({ params, configuration, players, take }) => {
  const channel = channelOfNumber(params.channel);
  if (!channel) throw new CommandFailure('invalid_params', `there is no channel ${params.channel}`);
  await take(0.03);
  players.configure(configuration.change({ [VOLUME_SETTINGS[channel]]: params.volume }));
  return { channel: params.channel, volume: params.volume };
};
