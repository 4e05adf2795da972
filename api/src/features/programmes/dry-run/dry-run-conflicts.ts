import type { DryRun } from '@belfry/schemas/http/schedules/dry-run';
import type { ScheduleRow } from '../../schedules/index.ts';
import { UNSAVED_ID, type Found, type Silenced } from './dry-run-heard.ts';

/** The schedules that keep each other from being heard. */
export function findConflicts({
  silenced,
  overlapping: { windows, winner },
}: {
  silenced: readonly Silenced[];
  overlapping: { windows: readonly Found[]; winner: ScheduleRow | null };
}): DryRun['conflicts'] {
  const conflicts = silenced.map(({ row, by }) => ({
    code: 'silenced' as const,
    schedule_ids: idsOf([row, by]),
    names: [row.name],
    winner: by.name,
    text: `“${row.name}” is not heard because of the silence “${by.name}”`,
  }));
  if (windows.length < 2 || winner === null) return conflicts;
  const rows = windows.map(({ row }) => row);
  const names = rows.map(({ name }) => name);
  const overlap = {
    code: 'overlap' as const,
    schedule_ids: idsOf(rows),
    names,
    winner: winner.name,
    text: `${names.map((name) => `“${name}”`).join(', ')} overlap; “${winner.name}” plays`,
  };
  return [...conflicts, overlap];
}

/** The ids of schedules; one that is not saved has none. */
const idsOf = (rows: readonly ScheduleRow[]): number[] => rows.flatMap(({ id }) => (id === UNSAVED_ID ? [] : [id]));
