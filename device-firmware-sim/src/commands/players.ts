import { channelOfNumber, type PlayerChannel } from '@belfry/schemas/domain/player';
import { splitArgs, type PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import { CommandError, type CommandedDevice, type CommandHandler } from '../device/types.ts';
import type { PlayerAction } from '../host/host.ts';
import { VOLUME_SETTINGS } from '../players/players.ts';

type Control = Pick<CommandedDevice, 'players' | 'playback' | 'host' | 'configuration'> & {
  wait(seconds: number): Promise<void>;
  fails(): boolean;
};
type Act = (control: Control, channel: PlayerChannel, address: string | undefined) => void;

/** The actions by the first argument; leading hyphens are ignored, so `--stop` and `stop` are the same; see CMD-3. */
const ACTIONS = new Map<string, PlayerAction>([
  ['play', 'play'],
  ['start', 'play'],
  ['resume', 'play'],
  ['test', 'play'],
  ['stop', 'stop'],
  ['pause', 'pause'],
  ['next', 'next'],
  ['prev', 'previous'],
  ['previous', 'previous'],
  ['status', 'status'],
]);

const simulated: Record<PlayerAction, Act> = {
  play({ players, playback }, channel, address) {
    if (address !== undefined) players.tune(address);
    else if (playback.control(channel, 'play')) return;
    if (channel === 'voice') players.announce();
    else players.play(channel);
  },
  stop({ players, playback }, channel) {
    if (!playback.control(channel, 'stop')) players.stop(channel);
  },
  pause({ players, playback }, channel) {
    if (!playback.control(channel, 'pause')) players.pause(channel);
  },
  next: ({ players }, channel) => players.next(channel),
  previous: ({ players }, channel) => players.previous(channel),
  status: () => {},
};

function checkAddress(channel: PlayerChannel, address: string): void {
  if (channel !== 'radio') throw new CommandError('invalid_params', `the ${channel} player takes no address`);
  if (!/^https?:\/\/./.test(address) || !URL.canParse(address)) {
    throw new CommandError('invalid_params', `no stream address: ${address}`);
  }
}

async function controlPlayer(control: Control, channel: PlayerChannel, args: string[]): Promise<PlayerStatus> {
  const { configuration, host, players, playback } = control;
  const [first = 'status', address] = args;
  const action = ACTIONS.get(first.replace(/^-+/, '').toLowerCase());
  if (!action) throw new CommandError('invalid_params', `the player does not know ${first}`);
  await control.wait(0.08);
  if (action === 'play' && control.fails())
    throw new CommandError('player_error', `${channel}: the sound card did not open`);
  if (action === 'play' && address !== undefined) checkAddress(channel, address);
  const station = action === 'play' ? address : undefined;
  if (host)
    await host.players.control({
      channel,
      action,
      address: station,
      players,
      playback,
      settings: configuration.settings(),
    });
  else simulated[action](control, channel, station);
  return players.status(channel);
}

/** The arguments are a channel number and an action: `1 status`. */
export const mpdPlayer: CommandHandler<'mpd_player'> = async (context) => {
  const [number = '', ...args] = splitArgs(context.params.args);
  const channel = /^\d$/.test(number) ? channelOfNumber(Number(number)) : undefined;
  if (!channel) throw new CommandError('invalid_params', `there is no channel ${number}`);
  return controlPlayer(context, channel, args);
};

export const testVoices: CommandHandler<'test_voices'> = (context) =>
  controlPlayer(context, 'voice', splitArgs(context.params.args));

export const testMusic: CommandHandler<'test_music'> = (context) =>
  controlPlayer(context, 'music', splitArgs(context.params.args));

/** `play` plays the tuned station, `play <address>` another one. */
export const testRadio: CommandHandler<'test_radio'> = async (context) => {
  const args = splitArgs(context.params.args);
  if (args.length > 1 && context.fails()) throw new CommandError('stream_unreachable', 'the station does not answer');
  return controlPlayer(context, 'radio', args);
};

export const setVolume: CommandHandler<'set_volume'> = async ({ params, configuration, host, players, wait }) => {
  const channel = channelOfNumber(params.channel);
  if (!channel) throw new CommandError('invalid_params', `there is no channel ${params.channel}`);
  await wait(0.03);
  players.configure(configuration.change({ [VOLUME_SETTINGS[channel]]: params.volume }));
  host?.players.volumeChanged(channel, params.volume);
  return { channel: params.channel, volume: params.volume };
};

export const play: CommandHandler<'play'> = async ({ params, playback, expiresAt }) => ({
  run_id: params.run_id,
  state: playback.say(params, expiresAt),
});

/** Waits until the place is free where the page asks for it; its receipts follow. */
export const pageOpen: CommandHandler<'page_open'> = async ({ params, playback }) => ({
  page_id: params.page_id,
  state: await playback.pages.open(params),
});

/** Ends a live page after the frames received so far, and answers how it was heard. */
export const pageClose: CommandHandler<'page_close'> = ({ params, playback }) => playback.pages.close(params.page_id);

/** Done when it is switched; what it is then is reported besides. */
export const output: CommandHandler<'output'> = async ({ params: { output: name, state, ...pulses }, outputs }) => {
  await outputs.switch(name, state, pulses);
  return { output: name, state };
};

export const stop: CommandHandler<'stop'> = async ({ params: { run_id }, playback }) => ({
  run_id,
  stopped: playback.stop(run_id),
});
