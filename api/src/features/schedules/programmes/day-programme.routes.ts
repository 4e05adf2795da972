import { minutesOfDay } from '@belfry/schemas/domain/time-of-day';
import { dayProgrammeHttp, type DayProgramme } from '@belfry/schemas/http/schedules/day-programme';
import type { Kysely } from 'kysely';
import { auditOf, type Actor } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, fieldError, notFound } from '../../../errors.ts';
import { findListedOwners, nodePermits } from '../../../people/owner-access.ts';
import {
  canPlanNode,
  canReadNode,
  canReadSchedule,
  type OwnerPolicy,
  readableSchedules,
} from '../../../policies/owners.ts';
import { serve } from '../../../serve.ts';
import { findPermittedCompany } from '../../companies/index.ts';
import { findPlaylistItems, findStations } from '../../library/index.ts';
import { findDayProgramme, findEmptyWindows, saveDayProgramme } from './day-programme.repository.ts';

export const dayProgrammeRoutes = [
  serve(dayProgrammeHttp.read, { access: 'signed-in', policy: canReadNode }, async ({ deps, user, policy, params }) => {
    await findPermittedCompany(deps.db, user, params.company_id, policy);
    return findDayProgramme(deps.db, params.company_id);
  }),
  serve(
    dayProgrammeHttp.problems,
    { access: 'signed-in', policy: canReadSchedule },
    async ({ deps, user, policy, query }) => {
      const owners = await findListedOwners(deps.db, user, query.user_id, { policy, visible: readableSchedules });
      return deps.long.read(user.id, ({ db }) => findEmptyWindows(db, owners));
    },
  ),
  serve(
    dayProgrammeHttp.change,
    { access: 'signed-in', policy: { read: canReadNode, plan: canPlanNode }, audit: 'service' },
    ({ deps, user, ip, policy, params, body }) =>
      changeDayProgramme(deps, { actor: { user, ip }, policy, companyId: params.company_id }, body.windows),
  ),
];

type Windows = DayProgramme['windows'];
/**
 * Replaces the windows of a node; without any it inherits those of the nearest node above. Throws not_found for a node or
 * sound of another user, forbidden for a node for which a member does not plan, invalid_input for windows that overlap.
 */
async function changeDayProgramme(
  deps: Deps,
  { actor, policy, companyId }: { actor: Actor; policy: { read: OwnerPolicy; plan: OwnerPolicy }; companyId: number },
  windows: Windows,
): Promise<DayProgramme> {
  const { db, events } = deps;
  const node = await findPermittedCompany(db, actor.user, companyId, policy.read);
  if (!(await nodePermits(db, actor.user, node, policy.plan)))
    throw new AppError('forbidden', 'You may read the day programme of this element, but not change it');
  const overlap = findOverlap(windows);
  if (overlap) {
    const [first, second] = overlap.map(({ from, to }) => `${from}–${to}`);
    throw fieldError('invalid_input', 'windows', `${first} and ${second} overlap`);
  }
  await checkSounds(db, node.user_id, windows);
  await transact(db, async (trx) => {
    const before = await findDayProgramme(trx, companyId);
    await saveDayProgramme(trx, companyId, windows);
    const entry = { action: 'day_programme.change', object_kind: 'company', object_id: companyId } as const;
    await auditOf(trx, actor, node.user_id, { ...entry, before: { windows: before.windows }, after: { windows } });
  });
  events.changed('schedules_changed', [], node.user_id);
  return findDayProgramme(db, companyId);
}

async function checkSounds(db: Kysely<Database>, ownerId: number, windows: Windows): Promise<void> {
  const playlistIds = windows.flatMap(({ playlist_id }) => playlist_id ?? []);
  const stationIds = windows.flatMap(({ station_id }) => station_id ?? []);
  const playlists = await findPlaylistItems(db, ownerId, playlistIds);
  const stations = await findStations(db, ownerId, stationIds);
  if (!playlistIds.every((id) => playlists.has(id))) throw notFound('Playlist not found');
  if (!stationIds.every((id) => stations.has(id))) throw notFound('Station not found');
}

type DayWindow = DayProgramme['windows'][number];

/** The first two windows that overlap, in the week that follows from their days; null if none do. */
export function findOverlap(windows: readonly DayWindow[]): [DayWindow, DayWindow] | null {
  const week = 7 * 24 * 60;
  const spans = windows.flatMap((window) =>
    window.days.map((day) => {
      const start = (day - 1) * 24 * 60 + minutesOfDay(window.from);
      const length = minutesOfDay(window.to) - minutesOfDay(window.from);
      return { window, start, length: length > 0 ? length : length + 24 * 60 };
    }),
  );
  for (const [index, a] of spans.entries()) {
    for (const b of spans.slice(index + 1)) {
      const apart = (b.start - a.start + week) % week;
      if (apart < a.length || (week - apart) % week < b.length) return [a.window, b.window];
    }
  }
  return null;
}
