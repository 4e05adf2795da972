import type { SampleCreated, SampleDevices } from '@belfry/schemas/http/companies/sample-organisation';
import { transact } from '../../db/transact.ts';
import { hashDevicePass, ownerChanged } from '../devices/index.ts';
import { insertElements, insertGroup } from '../groups/index.ts';
import { insertFavorites } from '../voice-favorites/index.ts';
import { addSounds } from './add-sample-sounds.ts';
import { addChain, type Creation } from './add-sample-nodes.ts';
import { SAMPLE_FAVORITES, SAMPLE_GROUPS } from './sample-chain.ts';
import { HOTELS } from './sample-hotels.ts';
import { findOwnerOfEmptyDatabase, insertDecision, storeContent } from './sample-organisation.repository.ts';
import { SUPERMARKETS } from './sample-supermarkets.ts';
import type { SampleContent } from '../../db/column-types.ts';
import type { Deps } from '../../deps.ts';

const CHAINS = [SUPERMARKETS, HOTELS];

const NONE: SampleCreated = { created: false, owner_email: null, companies: 0, devices: 0 };

/**
 * Creates the sample organisation of the first root account, once, in a database without content, and provisions and binds
 * these devices to its places; see TREE-50. Everything is one transaction, so a killed process leaves nothing half-done.
 */
export async function createSampleOrganisation(
  deps: Pick<Deps, 'db' | 'long' | 'events' | 'broker' | 'directory'>,
  devices: SampleDevices,
): Promise<SampleCreated> {
  const free = await Promise.all(
    devices.map(async ({ serial, pass }) => ({ serial, pass_hash: await hashDevicePass(pass) })),
  );
  const made = await transact(deps.db, async (trx) => {
    if (!(await insertDecision(trx))) return null;
    const owner = await findOwnerOfEmptyDatabase(trx);
    if (!owner) return null;
    const content: SampleContent = { nodes: [], bindings: [], groups: [], favorites: [] };
    const creation: Creation = {
      trx,
      userId: owner.id,
      free: [...free],
      content,
      groups: new Map(),
      ownership: [],
      mains: [],
    };
    for (const chain of CHAINS) await addChain(creation, chain);
    await addGroups(creation);
    content.favorites = await insertFavorites(trx, owner.id, SAMPLE_FAVORITES);
    Object.assign(content, await addSounds(trx, owner.id, creation.mains));
    await storeContent(trx, owner.id, content);
    return { owner, content, ownership: creation.ownership };
  });
  if (!made) return NONE;
  const { owner, content, ownership } = made;
  await ownerChanged(deps, { devices: ownership, ownerId: owner.id });
  deps.events.changed('companies_changed', content.nodes, owner.id);
  deps.events.changed('groups_changed', content.groups, owner.id);
  deps.events.changed('library_changed', content.messages ?? [], owner.id);
  return {
    created: true,
    owner_email: owner.email,
    companies: CHAINS.length,
    devices: content.bindings.length,
  };
}

async function addGroups({ trx, userId, groups, content }: Creation): Promise<void> {
  for (const name of SAMPLE_GROUPS) {
    const members = groups.get(name) ?? [];
    const group = members.length > 0 ? await insertGroup(trx, userId, name) : undefined;
    if (!group) continue;
    await insertElements(trx, group.id, members);
    content.groups.push(group.id);
  }
}
