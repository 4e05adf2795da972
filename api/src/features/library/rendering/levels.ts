import { GAIN_STEP_DB, limitedGain, type LoudnessTargets, wantedGain } from '@belfry/schemas/domain/loudness';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { LevelledFile, LevelledKey } from './levelled.repository.ts';
import type { AudioFile } from './rendering.repository.ts';

export type LevelledPlace = { trim_db: number; takes_gain: boolean };
export type Levels = {
  itemsFor(items: readonly AudioItem[], kind: 'speech' | 'music', place: LevelledPlace): AudioItem[];
  fileOf(sha256: string): Pick<AudioFile, 'bytes' | 'format'> | undefined;
  used: ReadonlySet<string>;
  missing: ReadonlyMap<string, LevelledKey>;
};

type Known = {
  files: ReadonlyMap<string, AudioFile>;
  levelled: ReadonlyMap<string, readonly LevelledFile[]>;
  targets: LoudnessTargets;
};

/**
 * Devices attenuate; what has to be amplified, or limited, is made on the server, and so is everything for devices that apply no gain. Until
 * it is there, devices come as near as they can; see ANN-20.
 */
export function createLevels({ files, levelled, targets }: Known): Levels {
  const levelledFiles = new Map([...levelled.values()].flat().map((file) => [file.item.sha256, file]));
  const byPlace = new Map<string, Map<readonly AudioItem[], AudioItem[]>>();
  const used = new Set<string>();
  const missing = new Map<string, LevelledKey>();

  function applied(sha256: string, gain_db: number): AudioItem | null {
    const file = levelled.get(sha256)?.find((file) => file.gain_db === gain_db);
    if (!file) missing.set(`${sha256} ${gain_db}`, { sha256, gain_db });
    else used.add(file.item.sha256);
    return file?.item ?? null;
  }

  function itemFor(item: AudioItem, lufs: number, takesGain: boolean): AudioItem {
    const file = files.get(item.sha256);
    if (!file) return item;
    const [fullGain, limited] = [wantedGain(file, lufs), limitedGain(file, lufs)];
    const own = takesGain ? Math.min(limited, 0) : 0;
    if (Math.abs(fullGain - own) <= GAIN_STEP_DB) return withGain(item, own);
    return applied(item.sha256, fullGain) ?? withGain(item, takesGain ? limited : 0);
  }

  return {
    used,
    missing,
    fileOf: (sha256) => files.get(sha256) ?? levelledFiles.get(sha256),
    itemsFor(items, kind, { trim_db, takes_gain }) {
      const lufs = targets[`${kind}_lufs`] + trim_db;
      const key = `${lufs} ${takes_gain}`;
      const ofPlace = byPlace.get(key) ?? new Map<readonly AudioItem[], AudioItem[]>();
      byPlace.set(key, ofPlace);
      // Thousands of runs play the same lists.
      const levelledItems = ofPlace.get(items) ?? items.map((item) => itemFor(item, lufs, takes_gain));
      ofPlace.set(items, levelledItems);
      return levelledItems;
    },
  };
}

const withGain = (item: AudioItem, gain_db: number): AudioItem => (gain_db === 0 ? item : { ...item, gain_db });
