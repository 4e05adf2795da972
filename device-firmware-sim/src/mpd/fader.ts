import { dbToVolume, volumeToDb } from '@belfry/schemas/domain/loudness';
import { sleep, type Clock } from '../hardware/clock.ts';

/** The volume of MPD at which a sound is heard with its gain. MPD amplifies nothing: above full, the rest of a gain is lost. */
export function levelOf(volume: number, gainDb: number): number {
  if (gainDb === 0 || volume === 0) return volume;
  return Math.max(1, Math.round(dbToVolume(volumeToDb(volume) + gainDb)));
}

/** The shortest time between two steps that MPD makes audible. */
const STEP_MS = 20;

/**
 * The volume of one MPD, which jumps: a fade is a row of steps. The steps are even, because MPD's volume follows the ear and
 * not the amplitude; see `volumeToDb`.
 * @param apply sets the volume of MPD
 */
export function createFader(clock: Clock, apply: (volume: number) => Promise<void>) {
  let current: number | null = null;
  let fades = 0;

  return {
    /** The volume that was reached last; null before the first. */
    current: (): number | null => current,
    /** The volume was set otherwise; ends the fade. */
    reached(volume: number): void {
      fades += 1;
      current = volume;
    },
    /** Resolves when the volume is reached, or another one is wanted. Rejects as `apply` does. */
    async fade(volume: number, durationMs: number): Promise<void> {
      const fade = ++fades;
      const from = current ?? volume;
      const steps = from === volume ? 1 : Math.max(1, Math.floor(durationMs / STEP_MS));
      for (let step = 1; step <= steps; step++) {
        const next = Math.round(from + ((volume - from) * step) / steps);
        if (next !== current || step === steps) await apply(next);
        if (fade !== fades) return;
        current = next;
        if (step < steps) await sleep(clock, durationMs / steps);
        if (fade !== fades) return;
      }
    },
  };
}
