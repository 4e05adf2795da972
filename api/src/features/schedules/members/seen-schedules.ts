import type { Targets } from '@belfry/schemas/domain/targets';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { hasAllPlaces, isMemberOf } from '../../../people/own-work.ts';
import type { Caller } from '../../../policies/accounts.ts';
import type { ScheduleRow } from '../schedules.repository.ts';
import { countKnownDevices } from './reach.repository.ts';
import { findReach, isOutside, knownTargets, reaches, type Reach } from './reach.ts';

/** A schedule as a caller sees it: with `elsewhere` it also concerns places that its targets and its number of devices leave out. */
export type SeenSchedule = ScheduleRow & { elsewhere?: boolean };

/**
 * Those of these schedules of which the caller may know. Members see, besides their own, those that they have made and those that
 * concern a place at which they may read texts now; a report only where they read everything that it is about.
 */
export async function seenSchedules(
  db: Kysely<Database>,
  user: Caller,
  rows: readonly ScheduleRow[],
): Promise<SeenSchedule[]> {
  const ofOthers = rows.filter(({ user_id }) => isMemberOf(user, user_id));
  if (ofOthers.length === 0) return [...rows];
  const reach = await findReach(
    db,
    user.id,
    'read-texts',
    ofOthers.map(({ targets }) => targets),
  );
  const reported = await findReportedOwners(db, user, ofOthers);
  const isKnown = ({ user_id, created_by, targets, action }: ScheduleRow): boolean =>
    (created_by === user.id || reaches(targets, reach)) && (action.type !== 'report' || reported.has(user_id));
  const seen = await mapYielding(rows, (row): SeenSchedule[] => {
    if (!isMemberOf(user, row.user_id)) return [row];
    return isKnown(row) ? [withKnownTargets(row, reach)] : [];
  });
  return countKnown(db, user, rows, seen.flat());
}

const withKnownTargets = (row: ScheduleRow, reach: Reach): SeenSchedule => ({
  ...row,
  targets: knownTargets(row.targets, reach),
  ...(isOutside(row.targets, reach) && { elsewhere: true }),
});

async function findReportedOwners(
  db: Kysely<Database>,
  user: Caller,
  rows: readonly ScheduleRow[],
): Promise<Set<number>> {
  const owners = new Set(rows.filter(({ action }) => action.type === 'report').map(({ user_id }) => user_id));
  for (const owner of owners) if (!(await hasAllPlaces(db, user, owner, 'read-texts'))) owners.delete(owner);
  return owners;
}

/** Counts the devices of those that also concern other places. Many schedules have the same targets. */
async function countKnown(
  db: Kysely<Database>,
  user: Caller,
  rows: readonly ScheduleRow[],
  seen: readonly SeenSchedule[],
): Promise<SeenSchedule[]> {
  const partly = new Set(seen.filter(({ elsewhere }) => elsewhere).map(({ id }) => id));
  if (partly.size === 0) return [...seen];
  const texts = new Map(
    rows.filter(({ id }) => partly.has(id)).map(({ id, targets }) => [id, JSON.stringify(targets)]),
  );
  const different = [...new Set(texts.values())];
  const counts = await countKnownDevices(
    db,
    user.id,
    different.map((text) => JSON.parse(text) as Targets),
  );
  const byText = new Map(different.map((text, index) => [text, counts[index] ?? 0]));
  return seen.map((row) => {
    const text = texts.get(row.id);
    return text === undefined ? row : { ...row, devices: byText.get(text) ?? 0 };
  });
}
