import { flacBomb } from '@belfry/api/features/library/decode/testing/flac-file';
import { createKey, hashKey } from '@belfry/api/lib/keys';
import { RESPONSIBLE_PEOPLE_MAX, responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { SMS_RECIPIENTS_MAX } from '@belfry/schemas/http/mail/sms';
import { firmwareHttp } from '@belfry/schemas/http/firmware/archives';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { insertTree } from '../bench/lib/trees.ts';
import { createUser } from '../support/factories.ts';
import { confirmRecipients } from '../support/outbox.ts';
import type { LaunchedProduct } from '../support/processes/launched-product.ts';
import { done, type Organisation, type Tools } from './inputs/input.ts';
import { provisionDevices } from '../support/devices/enrolment.ts';
import { uploadAudio } from '../support/library.ts';
import { type Answer, createHttpClient } from '../support/http-client.ts';
import { sampleDevices } from '../support/sample-organisation.ts';

/** What one person can have: a full tree but for one node, and a library and schedules at their limits. */
const TREE = { elements: 1_000, companies: 8_998, devices: 10_000, bound: 10_000 };
const SAMPLE_DEVICES = 100;
const SCHEDULES = 499;
const METRIC_DAYS = 31;
/** People of the installation, by a part of their addresses: as many as one change of people may reach. */
const CROWD = { name: 'crowd-', people: 19_900 };

/** Makes the largest organisation that a person may have, through the api where that is quick enough. */
export async function createOrganisation(
  product: LaunchedProduct,
  { api, db }: Pick<Tools, 'api' | 'db'>,
): Promise<Organisation> {
  const { pool, internalUrl, secret } = product;
  const root = { key: await product.rootKey() };
  // Before everything else, as at the first start.
  const internal = createHttpClient(internalUrl, '/internal');
  const sample = { devices: sampleDevices(SAMPLE_DEVICES) };
  await done(internal.call(sampleOrganisationHttp.create, { key: `Bearer ${secret}` }, sample));
  const owner = await createUser({ db }, { may_text_any_number: true });
  const spare = await createUser({ db });
  await createCrowd(product);
  await provisionDevices(internalUrl, secret, TREE.bound);
  const main = await insertTree(pool, owner.id, TREE);
  const nodes = await idsOf(product, main, 'Device', 5_000);
  const elements = await idsOf(product, main, 'Element', 1_000);
  const { rows } = await pool.query<{ serial: string; device_id: number }>(
    'select serial, device_id from devices where user_id = $1 and company_id is not null order by device_id limit 10000',
    [owner.id],
  );
  const deviceId = rows[0]?.device_id ?? 0;
  await storeMetrics(product, deviceId);
  const { key } = owner;
  const idOf = async (creating: Promise<Answer<{ id: number }>>): Promise<number> => (await done(creating)).id;
  const variants = [{ language: 'en', text: 'The lesson begins. '.repeat(260) }];
  const message = await idOf(api.call(messagesHttp.create, owner, { name: 'Bell', variants, emergency: true }));
  const audio = await done(uploadAudio(api, owner, flacBomb({ frames: 200 }), { name: 'Silence' }));
  const organisation = {
    root,
    owner,
    spare,
    crowd: CROWD.name,
    main,
    elements,
    companies: await idsOf(product, main, 'Company', 1_000),
    nodes,
    serials: rows.map(({ serial }) => serial),
    deviceId,
    deviceCredentials: await credentialsOf(product, rows[1]),
    message,
    station: await idOf(api.call(stationsHttp.create, owner, { name: 'News', url: 'http://127.0.0.1:9/live' })),
    audio: { id: audio.id, sha256: audio.sha256 },
    playlist: await idOf(api.call(playlistsHttp.create, owner, { name: 'Songs', audio_ids: [audio.id] })),
    group: await idOf(api.call(groupsHttp.create, owner, { name: 'All', devices: nodes })),
    voice: await anyVoice(api, root.key),
    archive: await newArchive(api, root.key),
    schedule: await createSchedules(product, (body) => idOf(api.call(schedulesHttp.create, owner, body)), {
      main,
      message,
    }),
  };
  await createResponsiblePeople({ api, db }, key, elements);
  await pool.query('vacuum analyze');
  return organisation;
}

const createCrowd = ({ pool }: LaunchedProduct): Promise<unknown> =>
  pool.query(
    `insert into users (name, email, password_hash, role, email_confirm)
    select 'Person ' || n, $1::text || n || '@example.com', '', 'user', true from generate_series(1, $2::int) n`,
    [CROWD.name, CROWD.people],
  );

async function idsOf({ pool }: LaunchedProduct, main: number, type: string, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ company_id: number }>(
    'select company_id from companies where main_company_id = $1 and type = $2 order by company_id limit $3',
    [main, type, count],
  );
  return rows.map(({ company_id }) => company_id);
}

async function credentialsOf(
  { pool }: LaunchedProduct,
  device: { serial: string; device_id: number } | undefined,
): Promise<string> {
  const key = createKey();
  await pool.query(`update devices set key_hash = $1, device_mode = 'active' where device_id = $2`, [
    hashKey(key),
    device?.device_id,
  ]);
  return `Basic ${Buffer.from(`${device?.serial}:${key}`).toString('base64')}`;
}

async function anyVoice(api: Tools['api'], key: string): Promise<Organisation['voice']> {
  await done(api.call(voicesBulkHttp.sync, { key }));
  const [voice] = await done(api.call(voicesHttp.list, { key }, { q: 'English' }));
  if (!voice) throw new Error('there is no English voice');
  return { voice_name: voice.voice_name, display_name: voice.display_name };
}

async function newArchive(api: Tools['api'], key: string): Promise<string> {
  const created = api.call(firmwareHttp.createArchive, { key });
  return (await done(created)).archive.filename;
}

/** A bell or a silence each for as many minutes of the day, in all places: copies of two, since each is checked against all of them. @returns the id of the first */
async function createSchedules(
  { pool }: LaunchedProduct,
  create: (body: object) => Promise<number>,
  { main, message }: { main: number; message: number },
): Promise<number> {
  const bell = {
    name: 'Bell',
    action: { type: 'message', message_id: message },
    starts_at: '2026-01-05T08:00',
    rrule: 'FREQ=DAILY',
    targets: { nodes: [main] },
  };
  const silence = { ...bell, name: 'Silence', action: { type: 'silence' }, duration_minutes: 10_080 };
  const originals = [await create(bell), await create(silence)];
  await pool.query(
    `insert into schedules (user_id, name, action, starts_at, duration_minutes, rrule, exceptions, targets, priority, missed, enabled,
      occurrences)
    select user_id, name || ' ' || n, action, to_char(timestamp '2026-01-05 08:00' + n * interval '1 min', 'YYYY-MM-DD"T"HH24:MI'),
      duration_minutes, rrule, exceptions, targets, priority, missed, enabled, occurrences
    from generate_series(1, $2::int - 2) n join schedules on id = ($1::int[])[1 + n % 2]`,
    [originals, SCHEDULES],
  );
  return originals[0] ?? 0;
}

/** So many that a message to all of them is the largest one, together with 100 typed numbers. */
async function createResponsiblePeople(
  { api, db }: Pick<Tools, 'api' | 'db'>,
  key: string,
  elements: readonly number[],
): Promise<void> {
  const places = elements.slice(0, (SMS_RECIPIENTS_MAX - 100) / RESPONSIBLE_PEOPLE_MAX);
  for (const [at, element] of places.entries()) {
    const people = Array.from({ length: RESPONSIBLE_PEOPLE_MAX }, (_, n) => ({
      name: `Person ${n}`,
      email: null,
      phone: `+49151${1_000_000 + at * RESPONSIBLE_PEOPLE_MAX + n}`,
      language: 'en',
    }));
    await done(api.call(responsiblePeopleHttp.replace, { key }, { company_id: element, people }));
    await confirmRecipients(
      { db },
      people.map(({ phone }) => phone),
    );
  }
}

/** A record every 30 seconds of one device, which its owner has had for as long. */
async function storeMetrics({ pool }: LaunchedProduct, deviceId: number): Promise<void> {
  await pool.query(`update devices set owned_since = now() - interval '1 year' where device_id = $1`, [deviceId]);
  await pool.query(
    `insert into metrics (device_id, collected_at, seq, received_at, measured_at, hostname, cpu_usage_percent,
      cpu_temperature, memory_usage_percent, disk_usage_percent, uptime_seconds)
    select $1, at, extract(epoch from at)::int8, at, at, 'host', 50, 50, 50, 50, 3600
    from generate_series(date_trunc('day', now()) - $2::int * interval '1 day', date_trunc('day', now()), interval '30 s') as at`,
    [deviceId, METRIC_DAYS],
  );
}
