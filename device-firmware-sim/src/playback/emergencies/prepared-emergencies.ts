import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Programme } from '@belfry/schemas/http/schedules/programme';
import type { AudioCache } from '../../audio-cache/audio-cache.ts';
import type { Flash } from '../../hardware/flash.ts';
import type { Reporter } from '../reporter.ts';

type Deps = { flash: Pick<Flash, 'memory' | 'changed'>; cache: Pick<AudioCache, 'has'>; reporter: Reporter };

/** Tells the server which prepared emergencies this device could speak without network, once for each; see PLAY-12. */
export function createPreparedEmergencies({ flash, cache, reporter }: Deps) {
  return {
    /** Must be called when the programme or the audio on the disk has changed. */
    check(programme: Programme | null): void {
      const reported = new Set(flash.memory.reported_emergencies);
      const held: string[] = [];
      let isChanged = false;
      for (const { receipt_id: id, items } of programme?.emergency ?? []) {
        if (id === undefined) continue;
        const isHeld = items.every(({ sha256 }) => cache.has(sha256));
        if (isHeld) held.push(id);
        if (isHeld === reported.has(id)) continue;
        isChanged = true;
        if (isHeld) reporter.report(id, 'fetched');
        else reporter.report(id, 'skipped', reasonText('audio_deleted'));
      }
      if (!isChanged && held.length === reported.size) return;
      flash.memory.reported_emergencies = held;
      flash.changed();
    },
  };
}
