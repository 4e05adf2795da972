import type { DryRun } from '@belfry/schemas/http/schedules';
import type { Wire } from '../../http/route.ts';
import { MINUTE_MS, type ScheduleRow } from '../schedules/index.ts';
import { expandDayWindows } from './compile/day-windows.ts';
import { expandSchedule, type Occurrence } from './compile/expand-schedule.ts';
import { createDayProgrammeFinder } from './compile/group-places.ts';
import type { Inputs } from './compile/inputs.ts';
import { resolveOverlaps } from './compile/windows.ts';

/** Who listens when, and the schedules that reach them, disabled ones as well. */
export type Listening = {
  /** The beginning of the minute. */
  at: number;
  zone: string;
  quiet: boolean;
  node: number;
  rows: readonly ScheduleRow[];
  inputs: Inputs;
  draftId: number;
};
type Heard = Wire<DryRun['heard'][number]>;
type Found = { row: ScheduleRow; occurrence: Occurrence };
type Silenced = { row: ScheduleRow; by: ScheduleRow };
const QUIET = 'Quiet hours';
const HEARD_TYPES: ReadonlySet<string> = new Set(['message', 'playlist', 'station', 'silence']);

/** What happens in the minute, each with the reason why it is heard or not. */
export function findHeard(listening: Listening) {
  const { at, zone, rows, inputs } = listening;
  const range = { from: at, to: at + MINUTE_MS };
  const found = rows.flatMap((row): Found[] =>
    HEARD_TYPES.has(row.action.type)
      ? expandSchedule({ ...row, exceptions: [], until_date: null }, zone, range, new Map()).map((occurrence) => ({
          row,
          occurrence,
        }))
      : [],
  );
  const happens = ({ row, occurrence }: Found): boolean =>
    row.enabled && expandSchedule(row, zone, range, inputs.holidays).some(({ local }) => local === occurrence.local);
  const windows = found.filter((one) => one.row.action.type !== 'message' && happens(one));
  const winner = winnerOf(windows, at);
  const silenced: Silenced[] = [];
  const heard = found.map((one): Heard => {
    const { row } = one;
    const reason = reasonAgainst(one, happens(one), winner, listening);
    if (row.action.type === 'message' && winner?.action.type === 'silence' && reason?.startsWith('The silence'))
      silenced.push({ row, by: winner });
    return toHeard(one, reason, listening.draftId);
  });
  return { heard: [...heard, ...dayProgramme(listening, winner)], silenced, overlapping: { windows, winner } };
}

function winnerOf(windows: readonly Found[], at: number): ScheduleRow | null {
  const spans = windows.map(({ row, occurrence }) => ({
    row,
    at: occurrence.at,
    until: occurrence.until,
    local: occurrence.local,
    schedule_id: row.id,
    priority: row.priority,
  }));
  return resolveOverlaps(spans).find((part) => part.at <= at && at < part.until)?.row ?? null;
}

/** Why something is not heard; null if it is. */
function reasonAgainst(
  { row }: Found,
  happens: boolean,
  winner: ScheduleRow | null,
  { quiet }: Listening,
): string | null {
  if (!row.enabled) return 'The schedule is disabled';
  if (!happens) return 'An exception, a holiday or the end of the schedule';
  if (row.problem !== null) return row.problem;
  if (row.action.type === 'message') {
    if (winner?.action.type === 'silence' && row.priority <= winner.priority)
      return `The silence “${winner.name}” keeps it away`;
    return quiet ? QUIET : null;
  }
  if (winner !== null && winner.id !== row.id)
    return winner.priority > row.priority ? `“${winner.name}” has a higher priority` : `“${winner.name}” began later`;
  return quiet && row.action.type !== 'silence' ? QUIET : null;
}

const toHeard = ({ row, occurrence }: Found, against: string | null, draftId: number): Heard => ({
  source: 'schedule',
  schedule_id: row.id === 0 ? null : row.id,
  name: row.name,
  type: row.action.type,
  at: new Date(occurrence.at),
  until: row.duration_minutes === null ? null : new Date(occurrence.until),
  plays: against === null,
  reason: against ?? (row.action.type === 'message' ? 'It begins in this minute' : 'It lasts and nothing is above it'),
  draft: row.id === draftId,
});

function dayProgramme({ at, zone, quiet, node, inputs }: Listening, winner: ScheduleRow | null): Heard[] {
  const source = createDayProgrammeFinder(inputs)(node);
  const windows = inputs.dayProgrammes.get(source ?? 0) ?? [];
  const playing = expandDayWindows(windows, zone, { from: at, to: at + MINUTE_MS });
  return playing.map(({ window, from, until }) => {
    const name =
      inputs.playlists.get(window.playlist_id ?? 0)?.name ?? inputs.stations.get(window.station_id ?? 0)?.name;
    const above = winner === null ? null : `The schedule “${winner.name}” is above it`;
    const against = above ?? (quiet ? QUIET : null);
    return {
      source: 'day_programme',
      schedule_id: null,
      name: name ?? '',
      type: window.playlist_id === null ? 'station' : 'playlist',
      at: new Date(from),
      until: new Date(until),
      plays: against === null,
      reason: against ?? 'The day programme of this place',
      draft: false,
    };
  });
}

/** Schedules that are in each other's way. */
export function findConflicts({
  silenced,
  overlapping: { windows, winner },
}: {
  silenced: readonly Silenced[];
  overlapping: { windows: readonly Found[]; winner: ScheduleRow | null };
}): DryRun['conflicts'] {
  const conflicts = silenced.map(({ row, by }) => ({
    schedule_ids: [row.id, by.id],
    text: `“${row.name}” is not heard because of the silence “${by.name}”`,
  }));
  if (windows.length < 2 || winner === null) return conflicts;
  const names = windows.map(({ row }) => `“${row.name}”`).join(', ');
  return [
    ...conflicts,
    { schedule_ids: windows.map(({ row }) => row.id), text: `${names} overlap; “${winner.name}” plays` },
  ];
}
