import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import type { DeviceContext } from '../../device/device-context.ts';
import type { PlayerAction } from '../../host/host-players.ts';
import { CommandError } from '../command-handler.ts';

type Control = Pick<DeviceContext, 'players' | 'playback' | 'host' | 'configuration'> & {
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

/** What simulated players do. */
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

/** Runs an action on one channel and returns the status after it. */
export async function controlPlayer(control: Control, channel: PlayerChannel, args: string[]): Promise<PlayerStatus> {
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
