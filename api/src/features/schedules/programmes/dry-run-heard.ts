import { reasonText, fillInText, reasonOf } from '@belfry/schemas/domain/reasons';
import type { DryRun, DryRunReason } from '@belfry/schemas/http/schedules/dry-run';
import type { Wire } from '../../../http/routes/route.ts';
import { recurrenceOf, spend } from '../../../recurrence/expand.ts';
import { expansions, orTooMuch } from '../../../recurrence/expansions.ts';
import { MINUTE_MS } from '../../../recurrence/local-time.ts';
import type { Touching } from '../../../recurrence/works.ts';
import type { ScheduleRow } from '../index.ts';
import { createBellExpansion, createBellFinder, type PlannedBell, type RunRow } from './compile/bells.ts';
import { expandDayWindows, resolveOverlaps } from './compile/expand.ts';
import { createAncestors, createDayProgrammeFinder, silentWindowsOf } from './compile/group-places.ts';
import type { Inputs } from './compile/inputs.ts';
import { contentProblem, windowProblem } from './compile/problems.ts';

const TEXTS: Record<DryRunReason, string> = {
  begins: 'It begins in this minute',
  lasts: 'It lasts and nothing is above it',
  day_programme: 'The day programme of this place',
  disabled: 'The schedule is disabled',
  excepted: 'An exception, a holiday or the end of the schedule',
  silenced: 'The silence “{name}” keeps it away',
  quiet: 'Quiet hours',
  lower_priority: '“{name}” has a higher priority',
  began_earlier: '“{name}” began later',
  schedule_above: 'The schedule “{name}” is above it',
};

type ReasonFields = Pick<DryRun['heard'][number], 'reason' | 'reason_code' | 'reason_params'>;
/** @param name of the schedule that is above it */
const dryRunReason = (code: DryRunReason, name?: string): ReasonFields => {
  const params: Record<string, string> = name === undefined ? {} : { name };
  return { reason: fillInText(TEXTS[code], params), reason_code: code, reason_params: params };
};

const problemReason = (problem: string): ReasonFields => ({ reason: problem, ...reasonOf(problem) });

export type DryRunContext = {
  at: number;
  zone: string;
  quiet: boolean;
  node: number;
  rows: readonly ScheduleRow[];
  inputs: Inputs;
  draftId: number;
};

type Heard = Wire<DryRun['heard'][number]>;
export type Found = { row: ScheduleRow; occurrence: Touching };
/** The id of a schedule that is not saved; it is not sent. */
export const UNSAVED_ID = 0;
export type Silenced = { row: ScheduleRow; by: ScheduleRow };
const HEARD_TYPES: ReadonlySet<string> = new Set(['message', 'playlist', 'station', 'silence']);

/** A schedule that lasts longer than the time until its next occurrence is heard several times; the last ones are enough to tell. */
const SHOWN_PER_SCHEDULE = 10;

/** What happens in the minute, each with the reason why it is heard or not. Throws unprocessable for rules that cannot be expanded in time. @param budgetId the user whose time this takes */
export async function findHeard(context: DryRunContext, budgetId: number) {
  const { at, inputs } = context;
  const occurrences = await findOccurrences(context, budgetId);
  const happens = ({ row, occurrence }: Found): boolean => row.enabled && occurrence.happens;
  const windows = occurrences.filter(
    (one) => one.row.action.type !== 'message' && happens(one) && contentProblem(one.row, inputs) === null,
  );
  const winner = winnerOf(windows, at);
  const { bells, silence } = findBells(context);
  // The silence of a place is above all schedules.
  const above = silence ?? winner;
  const silenced: Silenced[] = [];
  const heard = occurrences.map((one): Heard => {
    const { row } = one;
    const against = reasonAgainst(one, happens(one), above, context);
    if (winner && above === winner && against?.reason_code === 'silenced') silenced.push({ row, by: winner });
    return toHeard(one, against, context.draftId);
  });
  const rung = bells.map((bell) => toRung(bell, above, context));
  return { heard: [...heard, ...rung, ...dayProgramme(context, above)], silenced, overlapping: { windows, winner } };
}

/** The occurrences in the minute, also those that an exception keeps away. */
async function findOccurrences({ at, zone, rows, inputs }: DryRunContext, budgetId: number): Promise<Found[]> {
  const heard = rows.filter(({ action }) => HEARD_TYPES.has(action.type));
  const items = heard.map((row) => ({
    recurrence: recurrenceOf(row, inputs.holidays),
    lengthMs: (row.duration_minutes ?? 0) * MINUTE_MS,
  }));
  const range = { from: at, to: at + MINUTE_MS };
  const touching = await orTooMuch(expansions.touching(budgetId, { items, zone, range, maxEach: SHOWN_PER_SCHEDULE }));
  return heard.flatMap((row, index) => (touching[index] ?? []).map((occurrence) => ({ row, occurrence })));
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

function reasonAgainst(
  { row }: Found,
  happens: boolean,
  winner: RunRow | null,
  { quiet }: DryRunContext,
): ReasonFields | null {
  if (!row.enabled) return dryRunReason('disabled');
  if (!happens) return dryRunReason('excepted');
  // A dry run is made at a node whether it has a device or not.
  if (row.problem !== null && row.problem !== reasonText('no_places')) return problemReason(row.problem);
  if (row.action.type === 'message') {
    if (winner?.action.type === 'silence' && row.priority <= winner.priority)
      return dryRunReason('silenced', winner.name);
    return quiet ? dryRunReason('quiet') : null;
  }
  if (winner !== null && winner.id !== row.id)
    return dryRunReason(winner.priority > row.priority ? 'lower_priority' : 'began_earlier', winner.name);
  return quiet && row.action.type !== 'silence' ? dryRunReason('quiet') : null;
}

const toHeard = ({ row, occurrence }: Found, against: ReasonFields | null, draftId: number): Heard => ({
  source: 'schedule',
  schedule_id: row.id === UNSAVED_ID ? null : row.id,
  name: row.name,
  type: row.action.type,
  at: new Date(occurrence.at),
  until: row.duration_minutes === null ? null : new Date(occurrence.until),
  plays: against === null,
  ...(against ?? dryRunReason(row.action.type === 'message' ? 'begins' : 'lasts')),
  draft: row.id === draftId,
});

/** More than a timetable has on the days around a minute. */
const BELLS_BUDGET = { occurrences: 1_000, ms: 1_000 };

function findBells({ at, zone, node, inputs }: DryRunContext): {
  bells: readonly PlannedBell[];
  silence: RunRow | null;
} {
  const place = createBellFinder(inputs.bells, createAncestors(inputs.structure))(node);
  const range = { from: at, to: at + MINUTE_MS };
  const { bells, silences } = createBellExpansion(inputs, range, spend(BELLS_BUDGET))(place, zone);
  return { bells, silence: silences.find((span) => span.at <= at && at < span.until)?.row ?? null };
}

function toRung({ row, at }: PlannedBell, above: RunRow | null, { quiet, draftId }: DryRunContext): Heard {
  const silenced = above?.action.type === 'silence' && row.priority <= above.priority;
  const against = silenced ? dryRunReason('silenced', above.name) : quiet ? dryRunReason('quiet') : null;
  return {
    source: 'schedule',
    schedule_id: null,
    name: row.name,
    type: 'message',
    at: new Date(at),
    until: null,
    plays: against === null,
    ...(against ?? dryRunReason('begins')),
    draft: row.id === draftId,
  };
}

function dayProgramme({ at, zone, quiet, node, inputs }: DryRunContext, winner: RunRow | null): Heard[] {
  const { windows } = createDayProgrammeFinder(inputs)(node);
  const range = { from: at, to: at + MINUTE_MS };
  const planned = [windows, silentWindowsOf(inputs, node)].flatMap((each) => expandDayWindows(each, zone, range));
  return planned.map(({ window, from, until }) => {
    const name =
      inputs.playlists.get(window.playlist_id ?? 0)?.name ?? inputs.stations.get(window.station_id ?? 0)?.name;
    const above = winner === null ? null : dryRunReason('schedule_above', winner.name);
    const problem = windowProblem(window, inputs);
    const against =
      above ?? (problem === null ? null : problemReason(problem)) ?? (quiet ? dryRunReason('quiet') : null);
    const { reason, reason_code, reason_params } = against ?? dryRunReason('day_programme');
    return {
      source: 'day_programme',
      schedule_id: null,
      name: name ?? '',
      type: window.playlist_id === null ? 'station' : 'playlist',
      at: new Date(from),
      until: new Date(until),
      plays: against === null,
      reason,
      reason_code,
      reason_params,
      draft: false,
    };
  });
}
