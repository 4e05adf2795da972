import type { Programme } from '@belfry/schemas/http/schedules/programme';
import type { AudioCache } from '../audio-cache/audio-cache.ts';
import { createPrefetcher } from '../audio-cache/prefetcher.ts';
import type { Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import { createPreparedEmergencies } from './emergencies/prepared-emergencies.ts';
import type { Reporter } from './reporter.ts';

type ProgrammeAudioDeps = { clock: Clock; flash: Flash; cache: AudioCache; reporter: Reporter };

/** Keeps the audio of the programme on the disk, and reports which prepared emergencies could be spoken without network. */
export function createProgrammeAudio({ clock, flash, cache, reporter }: ProgrammeAudioDeps) {
  const prepared = createPreparedEmergencies({ flash, cache, reporter });
  const prefetcher = createPrefetcher({ clock, cache, fetched: (programme) => prepared.check(programme) });

  return {
    /** Downloads what this programme needs; null: it needs nothing. */
    prepare(programme: Programme | null): void {
      if (programme) return prefetcher.start(programme);
      prefetcher.stop();
      prepared.check(null);
    },
    /** Deletes all audio, and downloads what this programme needs again. */
    clear(programme: Programme | null): { bytes: number; files: number } {
      const cleared = cache.clear();
      prepared.check(programme);
      if (programme) prefetcher.start(programme);
      return cleared;
    },
    /** Deletes all audio of a former owner. */
    erase: (): void => void cache.clear(),
    stop: (): void => prefetcher.stop(),
  };
}
