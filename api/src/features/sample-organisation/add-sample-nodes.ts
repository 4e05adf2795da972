import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { insertCompany, type NewCompany, type NodePosition } from '../companies/index.ts';
import { lockDeviceBinding, moveTo, upsertDevices, type OwnerChange } from '../devices/index.ts';
import {
  SAMPLE_CONTINENT,
  SAMPLE_OFFSET_MINUTES,
  type SampleChain,
  type SampleGroup,
  type SamplePlace,
  type SampleRegion,
  type SampleShop,
} from './sample-chain.ts';
import type { SampleContent } from '../../db/column-types.ts';

/** A device with the hash of its pass. */
type Provisioned = { serial: string; pass_hash: string };
export type Creation = {
  trx: Kysely<Database>;
  userId: number;
  /** The devices that have no place yet. */
  free: Provisioned[];
  content: SampleContent;
  /** The device nodes of each group. */
  groups: Map<SampleGroup, number[]>;
  /** The devices, which get an owner. */
  ownership: OwnerChange['devices'][number][];
  /** The main companies. */
  mains: number[];
};

/** Adds a chain with its shops, and binds the free devices to their places. */
export async function addChain(creation: Creation, { regions, ...chain }: SampleChain): Promise<void> {
  const main = await addNode(creation, null, { ...fieldsOf(chain), type: 'Main' });
  creation.mains.push(main.company_id);
  for (const region of regions) await addRegion(creation, main, region);
}

async function addRegion(creation: Creation, main: NodePosition, { shops, ...region }: SampleRegion): Promise<void> {
  const { country, language } = region;
  const element = await addNode(creation, main, { ...fieldsOf(region), ...settingsOf(language), type: 'Element' });
  for (const shop of shops) await addShop(creation, element, { shop, country });
}

/** The settings of a region, which its shops and their places inherit. */
type Settings = Pick<NewCompany, 'time_zone_utc' | 'default_language' | 'default_voice'>;
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
  const found = await lockDeviceBinding(trx, device.serial);
  if (!found) return;
  const bound = await moveTo(trx, found, node);
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
  time_zone_utc: SAMPLE_OFFSET_MINUTES,
  default_language: language,
  default_voice: `${language}-${language.toUpperCase()}-Standard-A`,
});
