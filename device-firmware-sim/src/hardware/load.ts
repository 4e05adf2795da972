import type { Load } from './sensors.ts';
import type { Players } from '../players/players.ts';

/** The sources of the current load. */
export type LoadSources = { players: Players; working: () => boolean };

export const currentLoad = ({ players, working }: LoadSources): Load => ({
  playing: players.playing(),
  working: working(),
});
