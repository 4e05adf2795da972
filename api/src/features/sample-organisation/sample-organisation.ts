import { type SampleOrganisation, sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { SampleContent } from '../../db/column-types.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { serve } from '../../serve.ts';
import { deleteCompanies, lockNodesOf } from '../companies/index.ts';
import { clearNodeBindings, devicesChanged } from '../devices/index.ts';
import { deleteEmptyGroups } from '../groups/index.ts';
import { deleteUnused } from '../library/index.ts';
import { deleteSchedule } from '../schedules/index.ts';
import { deleteFavorites } from '../speech/voices/index.ts';
import { createSampleOrganisation } from './create-sample.ts';
import {
  clearContent,
  countFavorites,
  countGroupsWithin,
  findSample,
  findTreesOf,
  isDecided,
  type Sample,
  type TreeNode,
} from './sample-organisation.repository.ts';

export const sampleOrganisationRoutes = [
  serve(sampleOrganisationHttp.read, { access: 'admin' }, ({ deps, user }) =>
    // What a removal would delete now.
    deps.long.read(user.id, async ({ db }) => {
      const sample = await findSample(db);
      return sample ? describe(db, sample, await planOf(db, sample)) : ABSENT;
    }),
  ),
  serve(sampleOrganisationHttp.remove, { access: 'admin', audit: 'service' }, ({ deps, user, ip }) =>
    removeSampleOrganisation(deps, { user, ip }),
  ),
];

/** For the launcher, with the service secret. */
export const sampleCreationRoutes = [
  serve(sampleOrganisationHttp.isOffered, { access: 'service' }, async ({ deps }) => ({
    undecided: !(await isDecided(deps.db)),
  })),
  serve(
    sampleOrganisationHttp.create,
    { access: 'service', audit: 'none: the launcher fills an empty installation' },
    ({ deps, body }) => createSampleOrganisation(deps, body.devices),
  ),
];

const ABSENT: SampleOrganisation = { present: false, elements: 0, devices: 0, groups: 0, favorites: 0, kept: 0 };

/**
 * Removes the sample organisation; devices are unbound, and what users have added stays with its ancestors. Throws
 * not_found if there is none, rate_limited while another large operation of the caller runs. Returns what was removed.
 */
async function removeSampleOrganisation(deps: Deps, actor: Actor): Promise<SampleOrganisation> {
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

type RemovalPlan = {
  nodes: number[];
  serials: string[];
  kept: number;
};

/**
 * What a removal deletes: the nodes of the sample, except those that have something that was added to them, and their
 * ancestors. Such are nodes that are not of the sample, and another device than at the creation; see TREE-51.
 * @param nodes all nodes of the trees in which the sample is, children before their parents
 */
export function planRemoval(
  content: Pick<SampleContent, 'nodes' | 'bindings'>,
  nodes: readonly TreeNode[],
): RemovalPlan {
  const own = new Set(content.nodes);
  const devices = new Map(content.bindings.map(({ company_id, serial }) => [company_id, serial]));
  const staying = new Set<number>();
  const removed: TreeNode[] = [];
  for (const node of nodes) {
    const { company_id, parent_company_id, serial } = node;
    const changed = serial !== null && serial !== devices.get(company_id);
    if (own.has(company_id) && !changed && !staying.has(company_id)) removed.push(node);
    else if (parent_company_id !== null) staying.add(parent_company_id);
  }
  const present = nodes.filter(({ company_id }) => own.has(company_id)).length;
  return {
    nodes: removed.map(({ company_id }) => company_id),
    serials: removed.flatMap(({ serial }) => serial ?? []),
    kept: present - removed.length,
  };
}
