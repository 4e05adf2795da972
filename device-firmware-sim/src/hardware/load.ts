import type { Load } from './sensors.ts';
import type { Players } from '../players/players.ts';

/** The sources of the current load. */
export type LoadSources = { players: Players; isLongCommandRunning: () => boolean };

export const currentLoad = ({ players, isLongCommandRunning }: LoadSources): Load => ({
  playing: players.playing(),
  busy: isLongCommandRunning(),
});
