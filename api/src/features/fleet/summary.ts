import { DEVICE_MODES, DEVICE_STATUSES } from '@belfry/schemas/domain/device';
import type { FleetSummary } from '@belfry/schemas/mqtt/messages';
import type { FleetCount } from './fleet.sql.ts';

/** The counts as consoles read them: every status and mode is named, also with nobody in it. */
export function summarize(counts: readonly FleetCount[]): Omit<FleetSummary, 'at'> {
  const sum = (matches: (row: FleetCount) => boolean): number =>
    counts.reduce((total, row) => total + (matches(row) ? row.count : 0), 0);
  const by = <Word extends string>(words: readonly Word[], of: (row: FleetCount) => Word): Record<Word, number> =>
    Object.fromEntries(words.map((word) => [word, sum((row) => of(row) === word)])) as Record<Word, number>;
  return {
    total: sum(() => true),
    by_status: by(DEVICE_STATUSES, ({ status }) => status),
    by_mode: by(DEVICE_MODES, ({ mode }) => mode),
  };
}
