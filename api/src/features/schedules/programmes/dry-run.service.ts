import { isQuiet } from '@belfry/schemas/domain/quiet-hours';
import type { DryRun, dryRunQuerySchema } from '@belfry/schemas/http/schedules/dry-run';
import type { ScheduleBody } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../errors.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { MINUTE_MS, toInstant, toLocalMs } from '../../../recurrence/local-time.ts';
import type { Caller } from '../../../policies/accounts.ts';
import { ofOwner, readableNodes } from '../../../policies/owners.ts';
import { findEffectiveSettings } from '../../places/index.ts';
import { budgetOf, checkReferences, checkTimes, type ScheduleRow } from '../index.ts';
import { findHolidays } from '../../holidays/index.ts';
import { createAncestors, createMatcher } from './compile/group-places.ts';
import { findBoundSerial } from './compile/inputs.repository.ts';
import { loadInputs, type Inputs } from './compile/inputs.ts';
import { findHeard, UNSAVED_ID, type DryRunContext, type Found, type Silenced } from './dry-run-heard.ts';

function findConflicts({
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

const idsOf = (rows: readonly ScheduleRow[]): number[] => rows.flatMap(({ id }) => (id === UNSAVED_ID ? [] : [id]));

type Node = { company_id: number; user_id: number; name: string };
type Query = z.output<typeof dryRunQuerySchema>;
type Asked = { user: Caller; node: Node };
type Draft = { schedule: ScheduleBody; schedule_id?: number | undefined };

/**
 * What a node hears in the minute of an instant, from the stored schedules and a draft; see ANN-10. The draft is checked as
 * if it were saved, for the owner of the node; members name places that they see. Throws unprocessable for rules that cannot be expanded in time.
 */
export async function dryRun(deps: Deps, asked: Asked, query: Query, draft?: Draft): Promise<Wire<DryRun>> {
  const { db, rendering } = deps;
  const { user, node } = asked;
  const settings = (await findEffectiveSettings(db, [node.company_id])).get(node.company_id) ?? throwMissing();
  const zone = settings.time_zone.value;
  const instant = /(Z|[+-]\d\d:?\d\d)$/.test(query.at) ? Date.parse(query.at) : toInstant(toLocalMs(query.at), zone);
  const at = Math.floor(instant / MINUTE_MS) * MINUTE_MS;
  const inputs = await withDraft(
    db,
    await loadInputs(db, rendering, node.user_id, { from: at, to: at + MINUTE_MS }),
    asked,
    draft,
  );
  const quiet = isQuiet(settings.quiet_hours.value, zone, new Date(at));
  const serial = await findBoundSerial(db, node.company_id);
  const ancestorsOf = createAncestors(inputs.structure);
  const site = { company_id: node.company_id, serial };
  const reaching = await mapYielding(inputs.schedules, (row) =>
    createMatcher(row.targets, inputs.structure, ancestorsOf)(site) ? [row] : [],
  );
  const context: DryRunContext = {
    at,
    zone,
    quiet,
    node: node.company_id,
    rows: reaching.flat(),
    inputs,
    draftId: draft?.schedule_id ?? UNSAVED_ID,
  };
  const { heard, silenced, overlapping } = await findHeard(context, budgetOf(user, node.user_id));
  return {
    company_id: node.company_id,
    at: new Date(at),
    time_zone: zone,
    language: settings.language.value,
    voice: settings.voice.value,
    volume_max: settings.volume_max.value,
    quiet,
    heard: draft ? heard : heard.map((entry) => Object.assign(entry, { draft: false })),
    conflicts: findConflicts({ silenced, overlapping }),
  };
}

/** What the draft refers to is loaded with the rest. */
async function withDraft(
  db: Kysely<Database>,
  inputs: Inputs,
  { user, node: { user_id: ownerId } }: Asked,
  draft: Draft | undefined,
): Promise<Inputs> {
  // Here every occurrence counts, also of schedules that were changed since.
  const scheduleRows = inputs.schedules.map((row): ScheduleRow => ({ ...row, updated_at: new Date(0) }));
  const bells = withoutChanges(inputs.bells);
  if (!draft) return { ...inputs, schedules: scheduleRows, bells };
  const id = draft.schedule_id ?? UNSAVED_ID;
  await checkTimes(db, budgetOf(user, ownerId), draft.schedule);
  await checkReferences(db, ownerId, draft.schedule, ofOwner(readableNodes(user), ownerId));
  const row: ScheduleRow = {
    ...draft.schedule,
    id,
    user_id: ownerId,
    revision: 0,
    devices: 0,
    time_zone: null,
    problem: null,
    occurrences: null,
    created_at: new Date(0),
    updated_at: new Date(0),
    created_by: null,
  };
  const schedules = [...scheduleRows.filter((other) => other.id !== id), row];
  const holidays = await findHolidays(
    db,
    schedules.map(({ holiday_calendar_id }) => holiday_calendar_id),
  );
  return { ...inputs, schedules, holidays: new Map([...inputs.holidays, ...holidays]), bells };
}

const withoutChanges = ({ timetables, places, days }: Inputs['bells']): Inputs['bells'] => ({
  timetables: new Map([...timetables].map(([id, timetable]) => [id, { ...timetable, updated_at: 0 }])),
  places: new Map([...places].map(([node, place]) => [node, { ...place, changed_at: 0 }])),
  days,
});

function throwMissing(): never {
  throw notFound('Company not found');
}
