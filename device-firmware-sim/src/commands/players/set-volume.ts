import { channelOfNumber } from '@belfry/schemas/domain/player';
import { VOLUME_SETTINGS } from '../../players/players.ts';
import { CommandError, type CommandHandler } from '../command-handler.ts';

/** Sets the volume of a channel and stores it in the configuration. */
export const setVolume: CommandHandler<'set_volume'> = async ({ params, configuration, host, players, wait }) => {
  const channel = channelOfNumber(params.channel);
  if (!channel) throw new CommandError('invalid_params', `there is no channel ${params.channel}`);
  await wait(0.03);
  players.configure(configuration.change({ [VOLUME_SETTINGS[channel]]: params.volume }));
  host?.players.volumeChanged(channel, params.volume);
  return { channel: params.channel, volume: params.volume };
};
