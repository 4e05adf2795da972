import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { PlayerStatus } from '@belfry/schemas/mqtt/commands';
import type { DeviceParts } from '../parts.ts';
import { CommandFailure } from './handler.ts';

type Control = Pick<DeviceParts, 'players'> & { take(seconds: number): Promise<void>; fails(): boolean };
type Act = (control: Control, channel: PlayerChannel, address: string | undefined) => void;

const play: Act = ({ players }, channel, address) => {
  if (address !== undefined) tune(players, channel, address);
  if (channel === 'voice') players.announce();
  else players.play(channel);
};
const stop: Act = ({ players }, channel) => players.stop(channel);
const pause: Act = ({ players }, channel) => players.pause(channel);

/** What the first word of the arguments asks for; `--stop` and `stop` are the same; see CMD-3. */
const ACTS = new Map<string, Act>([
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

function tune(players: DeviceParts['players'], channel: PlayerChannel, address: string): void {
  if (channel !== 'radio') throw new CommandFailure('invalid_params', `the ${channel} player takes no address`);
  if (!/^https?:\/\/./.test(address) || !URL.canParse(address)) {
    throw new CommandFailure('invalid_params', `no stream address: ${address}`);
  }
  players.tune(address);
}

/** Does to one channel what the words say and answers how it stands then. */
export async function controlPlayer(control: Control, channel: PlayerChannel, words: string[]): Promise<PlayerStatus> {
  const [first = 'status', address] = words;
  const act = ACTS.get(first.replace(/^-+/, '').toLowerCase());
  if (!act) throw new CommandFailure('invalid_params', `the player does not know ${first}`);
  await control.take(0.08);
  if (act === play && control.fails())
    throw new CommandFailure('player_error', `${channel}: the sound card did not open`);
  act(control, channel, address);
  return control.players.status(channel);
}
