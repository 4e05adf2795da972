import type { Load } from './metrics.ts';
import type { Players } from './players.ts';

/** What a device has on its hands right now. */
export type Busy = { players: Players; working: () => boolean };

export const currentLoad = ({ players, working }: Busy): Load => ({ playing: players.playing(), working: working() });
