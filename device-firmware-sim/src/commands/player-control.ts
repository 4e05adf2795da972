import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { PlayerStatus } from '@belfry/schemas/mqtt/commands';
import type { DeviceContext } from '../device/device-context.ts';
import { CommandError } from './command-handler.ts';

type Control = Pick<DeviceContext, 'players' | 'playback'> & { wait(seconds: number): Promise<void>; fails(): boolean };
type Action = (control: Control, channel: PlayerChannel, address: string | undefined) => void;

const play: Action = ({ players, playback }, channel, address) => {
  if (address !== undefined) tune(players, channel, address);
  else if (playback.control(channel, 'play')) return;
  if (channel === 'voice') players.announce();
  else players.play(channel);
};
const stop: Action = ({ players, playback }, channel) => {
  if (!playback.control(channel, 'stop')) players.stop(channel);
};
const pause: Action = ({ players, playback }, channel) => {
  if (!playback.control(channel, 'pause')) players.pause(channel);
};

/** The actions by the first argument; leading hyphens are ignored, so `--stop` and `stop` are the same; see CMD-3. */
const ACTIONS = new Map<string, Action>([
  ['play', play],
  ['start', play],
  ['resume', play],
  ['test', play],
  ['stop', stop],
  ['pause', pause],
  ['next', ({ players }, channel) => players.next(channel)],
  ['prev', ({ players }, channel) => players.previous(channel)],
  ['previous', ({ players }, channel) => players.previous(channel)],
  ['status', () => {}],
]);

function tune(players: DeviceContext['players'], channel: PlayerChannel, address: string): void {
  if (channel !== 'radio') throw new CommandError('invalid_params', `the ${channel} player takes no address`);
  if (!/^https?:\/\/./.test(address) || !URL.canParse(address)) {
    throw new CommandError('invalid_params', `no stream address: ${address}`);
  }
  players.tune(address);
}

/** Runs an action on one channel and returns the status after it. */
export async function controlPlayer(control: Control, channel: PlayerChannel, words: string[]): Promise<PlayerStatus> {
  const [first = 'status', address] = words;
  const action = ACTIONS.get(first.replace(/^-+/, '').toLowerCase());
  if (!action) throw new CommandError('invalid_params', `the player does not know ${first}`);
  await control.wait(0.08);
  if (action === play && control.fails())
    throw new CommandError('player_error', `${channel}: the sound card did not open`);
  action(control, channel, address);
  return control.players.status(channel);
}
