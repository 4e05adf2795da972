import type { SampleCreated, SampleDevices } from '@belfry/schemas/http/sample-organisation';
import { transact } from '../../db/transact.ts';
import { hashDevicePass, ownerChanged } from '../devices/index.ts';
import { insertElements, insertGroup } from '../groups/index.ts';
import { insertFavorites } from '../speech/favorites/index.ts';
import { addChain, type Creation } from './add-sample-nodes.ts';
import { SAMPLE_FAVORITES, SAMPLE_GROUPS } from './sample-chain.ts';
import { HOTELS } from './sample-hotels.ts';
import { findOwnerOfEmptyDatabase, insertDecision, storeContent } from './sample-organisation.repository.ts';
import { SUPERMARKETS } from './sample-supermarkets.ts';
import type { SampleContent } from '../../db/column-types.ts';
import type { Deps } from '../../deps.ts';
import { messageBodySchema, type MessageBody } from '@belfry/schemas/http/library/texts';
import { scheduleBodySchema } from '@belfry/schemas/http/schedules/schedules';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { insertStation, writeMessage } from '../library/index.ts';
import { checkReferences, insertSchedule } from '../schedules/index.ts';

type SampleMessage = Pick<MessageBody, 'name' | 'variants' | 'fallback_language' | 'chime'> & Partial<MessageBody>;
/** The messages of the sample organisation, in the languages of its places. */
const SAMPLE_MESSAGES: readonly SampleMessage[] = [
  {
    name: 'Closing soon',
    chime: 'ding_dong',
    fallback_language: 'en',
    variants: [
      { language: 'en', text: 'It is {time}. {place} closes in fifteen minutes. Thank you for your visit.' },
      { language: 'de', text: 'Es ist {time}. Wir schließen in fünfzehn Minuten. Vielen Dank für Ihren Besuch.' },
      { language: 'fr', text: 'Il est {time}. Nous fermons dans quinze minutes. Merci de votre visite.' },
      { language: 'es', text: 'Son las {time}. Cerramos en quince minutos. Gracias por su visita.' },
      { language: 'ru', text: 'Сейчас {time}. Мы закрываемся через пятнадцать минут. Спасибо за визит.' },
    ],
  },
  {
    name: 'Staff to the entrance',
    chime: 'three_tone',
    fallback_language: 'en',
    variants: [
      { language: 'en', text: 'A member of staff to the entrance, please.' },
      { language: 'de', text: 'Bitte ein Mitarbeiter zum Eingang.' },
      { language: 'fr', text: 'Un membre du personnel est demandé à l’entrée.' },
      { language: 'es', text: 'Se ruega a un empleado que acuda a la entrada.' },
    ],
  },
  {
    name: 'Evacuation',
    chime: 'alarm',
    emergency: true,
    fallback_language: 'en',
    variants: [
      { language: 'en', text: 'Please leave the building by the nearest exit. Do not use the lifts.' },
      {
        language: 'de',
        text: 'Bitte verlassen Sie das Gebäude durch den nächsten Ausgang. Benutzen Sie keine Aufzüge.',
      },
      {
        language: 'fr',
        text: 'Veuillez quitter le bâtiment par la sortie la plus proche. N’utilisez pas les ascenseurs.',
      },
      { language: 'es', text: 'Abandone el edificio por la salida más cercana. No utilice los ascensores.' },
    ],
  },
];
/** The first message, every evening in the time zone of each place. */
/** How often the schedule of the sample happens within the days of a programme. */
const SAMPLE_OCCURRENCES = 10;
const SAMPLE_SCHEDULE = { name: 'Closing soon', starts_at: '2026-01-05T19:45', rrule: 'FREQ=DAILY' } as const;
/** The names of the simulated devices’ stations. */
const SAMPLE_STATIONS = [
  { name: 'Belltower FM', url: 'http://radio.example/belltower.mp3' },
  { name: 'Classic Quay', url: 'http://radio.example/quay.mp3' },
] as const;

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

type Sounds = Required<Pick<SampleContent, 'messages' | 'stations' | 'schedules'>>;
/**
 * Adds the messages and stations of the sample to the library of its owner, and a schedule for these main companies.
 * @returns their ids.
 */
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
