import type { Clock } from '../hardware/clock.ts';
import type { SoundWindow } from './programme.ts';

/** A station that could not be heard is tried again after this time; see PLAY-16. */
const TRY_AGAIN_MS = 10 * 60_000;

type SilentStationsDeps = {
  clock: Clock;
  canHear: (window: SoundWindow) => Promise<boolean>;
  changed: () => void;
  ended: () => void;
};

/** `tryAt`: by the monotonic clock; Infinity while it is tried. */
type Silent = { window: SoundWindow; tryAt: number };

/** Windows whose station could not be heard, until it can be heard again. */
export function createSilentStations({ clock, canHear, changed, ended }: SilentStationsDeps) {
  const silent = new Map<string, Silent>();

  async function tryAgain(key: string, station: Silent): Promise<void> {
    station.tryAt = Infinity;
    const isHeard = await canHear(station.window);
    // Meanwhile the device may have been switched off.
    if (silent.get(key) !== station) return;
    station.tryAt = clock.monotonic() + TRY_AGAIN_MS;
    if (!isHeard) return;
    silent.delete(key);
    changed();
  }

  return {
    has: (key: string): boolean => silent.has(key),
    isEmpty: (): boolean => silent.size === 0,
    add(key: string, window: SoundWindow): void {
      silent.set(key, { window, tryAt: clock.monotonic() + TRY_AGAIN_MS });
    },
    clear: (): void => silent.clear(),
    /** Must be called once a minute. */
    tick(): void {
      for (const [key, station] of silent) {
        if (station.window.until <= clock.now()) {
          silent.delete(key);
          ended();
        } else if (station.tryAt <= clock.monotonic()) void tryAgain(key, station);
      }
    },
  };
}
