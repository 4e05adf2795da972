import { dayProgrammeHttp, type DayProgramme } from '@belfry/schemas/http/schedules/day-programme';
import { type Actor, auditForeign } from '../../../../audit/audit-log.repository.ts';
import { findPermittedOwner } from '../../../../people/owner-access.ts';
import { canEditNode, canReadNode, type OwnerPolicy } from '../../../../policies/owners.ts';
import { findPermittedNode } from '../permitted-node.ts';
import { findDayProgramme, findEmptyWindows, saveDayProgramme } from './day-programme.repository.ts';
import { serve } from '../../../../serve.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import { transact } from '../../../../db/transact.ts';
import { fieldError, notFound } from '../../../../errors.ts';
import { findPlaylistItems, findStations } from '../../../library/index.ts';
import { findOverlap } from './overlap.ts';
import type { Deps } from '../../../../deps.ts';

export const dayProgrammeRoutes = [
  serve(dayProgrammeHttp.read, { access: 'signed-in', policy: canReadNode }, async ({ deps, user, policy, params }) => {
    await findPermittedNode(deps.db, user, policy, params.company_id);
    return findDayProgramme(deps.db, params.company_id);
  }),
  serve(
    dayProgrammeHttp.problems,
    { access: 'signed-in', policy: canReadNode },
    async ({ deps, user, policy, query }) => {
      const ownerId = await findPermittedOwner(deps.db, user, query.user_id, policy);
      return deps.long.read(user.id, ({ db }) => findEmptyWindows(db, ownerId));
    },
  ),
  serve(
    dayProgrammeHttp.change,
    { access: 'signed-in', policy: canEditNode },
    ({ deps, user, ip, policy, params, body }) =>
      changeDayProgramme(deps, { actor: { user, ip }, policy, companyId: params.company_id }, body.windows),
  ),
];

type Windows = DayProgramme['windows'];
/**
 * Replaces the windows of a node; without any it inherits those of the nearest node above. Throws not_found for a node or
 * sound of another user, invalid_input for windows that overlap.
 */
async function changeDayProgramme(
  deps: Deps,
  { actor, policy, companyId }: { actor: Actor; policy: OwnerPolicy; companyId: number },
  windows: Windows,
): Promise<DayProgramme> {
  const { db, events } = deps;
  const node = await findPermittedNode(db, actor.user, policy, companyId);
  const overlap = findOverlap(windows);
  if (overlap) {
    const [first, second] = overlap.map(({ from, to }) => `${from}–${to}`);
    throw fieldError('invalid_input', 'windows', `${first} and ${second} overlap`);
  }
  await checkSounds(db, node.user_id, windows);
  await transact(db, async (trx) => {
    await saveDayProgramme(trx, companyId, windows);
    const entry = { action: 'day_programme.change', object_kind: 'company', object_id: companyId } as const;
    await auditForeign(trx, actor, node.user_id, entry);
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
