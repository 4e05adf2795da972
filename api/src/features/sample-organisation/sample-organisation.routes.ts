import { sampleOrganisationHttp, type SampleOrganisation } from '@belfry/schemas/http/sample-organisation';
import { createSampleOrganisation } from './create.service.ts';
import {
  isDecided,
  clearContent,
  countFavorites,
  countGroupsWithin,
  findSample,
  findTreesOf,
  type Sample,
} from './sample-organisation.repository.ts';
import { serve } from '../../serve.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { audit, type Actor } from '../audit/index.ts';
import { deleteCompanies, lockNodesOf } from '../companies/index.ts';
import { clearNodeBindings, devicesChanged } from '../devices/index.ts';
import { deleteEmptyGroups } from '../groups/index.ts';
import { deleteUnused } from '../library/index.ts';
import { deleteSchedule } from '../schedules/index.ts';
import { deleteFavorites } from '../speech/favorites/index.ts';
import { planRemoval, type RemovalPlan } from './removal-plan.ts';
import type { Deps } from '../../deps.ts';

type SampleOrganisationDeps = Pick<Deps, 'db' | 'long' | 'events' | 'broker' | 'directory'>;
const ABSENT: SampleOrganisation = { present: false, elements: 0, devices: 0, groups: 0, favorites: 0, kept: 0 };
/** What a removal would delete now. */
async function readSampleOrganisation({ long }: SampleOrganisationDeps, user: Principal): Promise<SampleOrganisation> {
  return long.read(user.id, async ({ db }) => {
    const sample = await findSample(db);
    return sample ? describe(db, sample, await planOf(db, sample)) : ABSENT;
  });
}
/**
 * Removes the sample organisation; devices are unbound, and what users have added stays with its ancestors. Throws
 * not_found if there is none, rate_limited while another large operation of the caller runs. Returns what was removed.
 */
async function removeSampleOrganisation(deps: SampleOrganisationDeps, actor: Actor): Promise<SampleOrganisation> {
  const { sample, removed, unbound } = await deps.long.job(actor.user.id, async (trx) => {
    const sample = await findSample(trx, { lock: true });
    if (!sample) throw notFound('There is no sample organisation');
    const { user_id, content } = sample;
    // Nothing can be added to the nodes from here on.
    await lockNodesOf(trx, [user_id]);
    const plan = await planOf(trx, sample);
    const removed = await describe(trx, sample, plan);
    const unbound = await clearNodeBindings(trx, plan.nodes);
    await deleteCompanies(trx, plan.nodes);
    await deleteEmptyGroups(trx, user_id, content.groups);
    await deleteFavorites(trx, user_id, content.favorites);
    for (const id of content.schedules ?? []) await deleteSchedule(trx, id);
    await deleteUnused(trx, content);
    await clearContent(trx);
    const entry = { action: 'sample_organisation.remove', object_kind: 'user', object_id: user_id } as const;
    await audit(trx, actor, { ...entry, details: removed });
    return { sample, removed, unbound };
  });
  const { user_id, content } = sample;
  deps.events.changed('companies_changed', content.nodes, user_id);
  deps.events.changed('groups_changed', content.groups, user_id);
  deps.events.changed('library_changed', [], user_id);
  deps.events.changed('schedules_changed', [], user_id);
  const ids = unbound.map(({ device_id }) => device_id);
  if (ids.length > 0) devicesChanged(deps, ids, user_id);
  return { ...removed, present: false };
}
const planOf = async (db: Kysely<Database>, { content }: Sample): Promise<RemovalPlan> =>
  planRemoval(content, await findTreesOf(db, content.nodes));
async function describe(
  db: Kysely<Database>,
  { user_id, content }: Sample,
  { nodes, serials, kept }: RemovalPlan,
): Promise<SampleOrganisation> {
  return {
    present: true,
    elements: nodes.length,
    devices: serials.length,
    groups: await countGroupsWithin(db, content.groups, nodes),
    favorites: await countFavorites(db, user_id, content.favorites),
    kept,
  };
}

export const sampleOrganisationRoutes = [
  serve(sampleOrganisationHttp.read, { access: 'admin' }, ({ deps, user }) => readSampleOrganisation(deps, user)),
  serve(sampleOrganisationHttp.remove, { access: 'admin' }, ({ deps, user, ip }) =>
    removeSampleOrganisation(deps, { user, ip }),
  ),
];

/** For the launcher, with the service secret. */
export const sampleCreationRoutes = [
  serve(sampleOrganisationHttp.isOffered, { access: 'service' }, async ({ deps }) => ({
    undecided: !(await isDecided(deps.db)),
  })),
  serve(sampleOrganisationHttp.create, { access: 'service' }, ({ deps, body }) =>
    createSampleOrganisation(deps, body.devices),
  ),
];
