import { hashDevicePass } from '../../lib/password-hash.ts';
import { messageBodySchema } from '@belfry/schemas/http/library/texts';
import type { SampleCreated, SampleDevices } from '@belfry/schemas/http/sample-organisation';
import { scheduleBodySchema } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { SampleContent } from '../../db/column-types.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { insertCompany, type NewCompany, type NodePosition } from '../companies/index.ts';
import { lockDeviceBinding, moveTo, type OwnerChange, ownerChanged, upsertDevices } from '../devices/index.ts';
import { insertElements, insertGroup } from '../groups/index.ts';
import { insertStation, writeMessage } from '../library/index.ts';
import { checkReferences, insertSchedule } from '../schedules/index.ts';
import { insertFavorites } from '../speech/voices/index.ts';
import {
  HOTELS,
  SAMPLE_CONTINENT,
  SAMPLE_FAVORITES,
  SAMPLE_GROUPS,
  SAMPLE_MESSAGES,
  SAMPLE_OCCURRENCES,
  SAMPLE_TIME_ZONE,
  SAMPLE_SCHEDULE,
  SAMPLE_STATIONS,
  type SampleChain,
  type SampleGroup,
  type SamplePlace,
  type SampleRegion,
  type SampleShop,
  SUPERMARKETS,
} from './sample-content.ts';
import { findOwnerOfEmptyDatabase, insertDecision, storeContent } from './sample-organisation.repository.ts';

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
  const sample = await transact(deps.db, async (trx) => {
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
  if (!sample) return NONE;
  const { owner, content, ownership } = sample;
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

type Sounds = Required<Pick<SampleContent, 'messages' | 'stations' | 'schedules'>>;

/** @returns their ids */
async function addSounds(trx: Kysely<Database>, userId: number, mains: readonly number[]): Promise<Sounds> {
  const messages: number[] = [];
  for (const message of SAMPLE_MESSAGES)
    messages.push(await writeMessage(trx, userId, messageBodySchema.parse(message)));
  const stations: number[] = [];
  for (const station of SAMPLE_STATIONS) stations.push(await insertStation(trx, userId, station));
  const [message_id] = messages;
  const schedule = scheduleBodySchema.parse({
    ...SAMPLE_SCHEDULE,
    action: { type: 'message', message_id },
    targets: { nodes: mains },
  });
  const { devices, zones } = await checkReferences(trx, userId, schedule);
  const occurrences = SAMPLE_OCCURRENCES * Math.max(1, zones.length);
  const { id } = await insertSchedule(trx, userId, schedule, { devices, time_zone: zones[0] ?? null, occurrences });
  return { messages, stations, schedules: [id] };
}

type Provisioned = { serial: string; pass_hash: string };
type Creation = {
  trx: Kysely<Database>;
  userId: number;
  free: Provisioned[];
  content: SampleContent;
  groups: Map<SampleGroup, number[]>;
  ownership: OwnerChange['devices'][number][];
  mains: number[];
};

async function addChain(creation: Creation, { regions, ...chain }: SampleChain): Promise<void> {
  // As the set-up asks: where the chain is decides, and a region in another country says its own.
  const settings = regions[0] && settingsOf(regions[0].language);
  const main = await addNode(creation, null, { ...fieldsOf(chain), ...settings, type: 'Main' });
  creation.mains.push(main.company_id);
  for (const region of regions) await addRegion(creation, main, region);
}

async function addRegion(creation: Creation, main: NodePosition, { shops, ...region }: SampleRegion): Promise<void> {
  const { country, language } = region;
  const element = await addNode(creation, main, { ...fieldsOf(region), ...settingsOf(language), type: 'Element' });
  for (const shop of shops) await addShop(creation, element, { shop, country });
}

type Settings = Pick<NewCompany, 'time_zone' | 'default_language' | 'default_voice'>;
type ShopIn = { shop: SampleShop; country: string };

async function addShop(creation: Creation, region: NodePosition, { shop, country }: ShopIn): Promise<void> {
  const { places, city, street, house, zip } = shop;
  const address = { city, street, house, zip };
  const company = await addNode(creation, region, {
    ...fieldsOf({ ...shop, country }),
    ...address,
    type: 'Company',
  });
  for (const place of places) await addPlace(creation, company, place);
}

/** A place is only created for a device. */
async function addPlace(creation: Creation, shop: NodePosition, place: SamplePlace): Promise<void> {
  const device = creation.free.shift();
  if (!device) return;
  const { trx, content, groups, ownership } = creation;
  const { name, description, note } = place;
  const node = await addNode(creation, shop, { name, description, type: 'Device', device_type: 'audio' });
  await upsertDevices(trx, [{ ...device, note }], { reset: false });
  const binding = await lockDeviceBinding(trx, device.serial);
  if (!binding) return;
  const bound = await moveTo(trx, binding, node);
  ownership.push(...bound.ownership.devices);
  content.bindings.push({ company_id: node.company_id, serial: device.serial });
  for (const group of place.groups ?? []) groups.set(group, [...(groups.get(group) ?? []), node.company_id]);
}

type Fields = Pick<NewCompany, 'name' | 'description' | 'type'> & Partial<NewCompany>;

async function addNode(
  { trx, userId, content }: Creation,
  parent: NodePosition | null,
  fields: Fields,
): Promise<NodePosition> {
  const node = await insertCompany(trx, {
    ...fields,
    user_id: userId,
    level: parent ? parent.level + 1 : 0,
    parent_company_id: parent?.company_id ?? null,
    main_company_id: parent?.tree_id ?? null,
  });
  content.nodes.push(node.company_id);
  return node;
}

const fieldsOf = (given: Pick<SampleChain, 'name' | 'description' | 'emblem' | 'country'>) => ({
  name: given.name,
  description: given.description,
  emblem: given.emblem,
  continent: SAMPLE_CONTINENT,
  country: given.country,
});

const settingsOf = (language: string): Settings => ({
  time_zone: SAMPLE_TIME_ZONE,
  default_language: language,
  default_voice: `${language}-${language.toUpperCase()}-Standard-A`,
});
