import { randomBytes, randomUUID } from 'node:crypto';
import { ROLES, type Role } from '@belfry/schemas/domain/roles';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import {
  createCompany,
  createDevice,
  createGroup,
  createUser,
  type TestDevice,
  type TestUser,
} from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { runsHttp } from '@belfry/schemas/http/commands/run-lists';
import { tone, uploadAudio } from '../../support/library.ts';
import { proofOfPlayHttp } from '@belfry/schemas/http/announcements/proof-of-play';

/** What one person has, of each kind. */
type Belongings = {
  owner: TestUser;
  device: TestDevice;
  node: number;
  group: number;
  message: number;
  audio: number;
  sha256: string;
  playlist: number;
  station: number;
  word: number;
  run: string;
  emergency: string;
  commandRun: string;
};

let api: TestApi;
const callers = {} as Record<Role, TestUser>;
let from: string;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  from = new Date(Date.now() - 60_000).toISOString();
  for (const role of ROLES) callers[role] = await createUser(api, { role });
});

async function create(key: string, path: string, body: object): Promise<number> {
  const answer = await api.post<{ id: number }>(`/api${path}`, { key, body });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

async function insertRun(owner: TestUser, kind: 'say' | 'emergency', device: TestDevice): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into announcement_runs (run_id, kind, user_id, title, priority, state)
    values (${id}::uuid, ${kind}, ${owner.id}, 'Secret', ${kind === 'say' ? 'say_now' : 'emergency'}, 'running')`.execute(
    api.db,
  );
  await sql`
    insert into announcement_deliveries (run_id, device_id, user_id, place, state)
    values (${id}::uuid, ${device.device_id}, ${owner.id}, 'Hall', 'sent')`.execute(api.db);
  return id;
}

/** A file that nobody else has, because each person who uploads the same bytes may hear them. */
const ofItsOwn = (): Buffer => {
  const wave = Buffer.from(tone('wav'));
  randomBytes(64).copy(wave, wave.length - 64);
  return wave;
};

/** An owner of this role with one object of each kind. */
async function createBelongings(role: Role): Promise<Belongings> {
  const owner = await createUser(api, { role });
  const { key } = owner;
  const main = await createCompany(api, { user_id: owner.id });
  const company = await createCompany(api, { below: main, type: 'Company' });
  const node = await createCompany(api, { below: company });
  const device = await createDevice(api, { user_id: owner.id, company_id: node.company_id });
  const variants = [{ language: 'en-US', text: 'Please leave' }];
  const name = randomBytes(4).toString('hex');
  const uploaded = await uploadAudio(api, { key }, ofItsOwn());
  const started = await api.call(
    runsHttp.start,
    { key },
    { command: 'clear_cache', targets: { serials: [device.serial] } },
  );
  return {
    owner,
    device,
    node: main.company_id,
    group: (await createGroup(api, { user_id: owner.id, devices: [node] })).id,
    message: await create(key, '/messages', { name, variants, emergency: true }),
    audio: uploaded.body.id,
    sha256: uploaded.body.sha256,
    playlist: await create(key, '/playlists', { name, shuffle: false, audio_ids: [uploaded.body.id] }),
    station: await create(key, '/stations', { name, url: 'https://radio.example/a' }),
    word: await create(key, '/dictionary', { language: 'en-US', word: name, spoken: 'x' }),
    run: await insertRun(owner, 'say', device),
    emergency: await insertRun(owner, 'emergency', device),
    commandRun: started.body.run_id,
  };
}

type Call = (key: string, of: Belongings) => Promise<{ status: number }>;
const read =
  (path: (of: Belongings) => string): Call =>
  (key, of) =>
    api.get(`/api${path(of)}`, { key });
const put =
  (path: (of: Belongings) => string, body: object): Call =>
  (key, of) =>
    api.put(`/api${path(of)}`, { key, body });
const post =
  (path: (of: Belongings) => string, body: (of: Belongings) => object = () => ({})): Call =>
  (key, of) =>
    api.post(`/api${path(of)}`, { key, body: body(of) });
const remove =
  (path: (of: Belongings) => string): Call =>
  (key, of) =>
    api.delete(`/api${path(of)}`, { key });

const LIBRARY = ['messages', 'audio', 'playlists', 'stations', 'dictionary'] as const;
const idIn = (of: Belongings, kind: (typeof LIBRARY)[number]): number =>
  ({ messages: of.message, audio: of.audio, playlists: of.playlist, stations: of.station, dictionary: of.word })[kind];

const said = (targets: (of: Belongings) => object) => (of: Belongings) => ({ text: 'Hello', targets: targets(of) });
const toNode = (of: Belongings) => ({ nodes: [of.node] });
const toGroup = (of: Belongings) => ({ groups: [of.group] });
const toDevice = (of: Belongings) => ({ devices: [of.device.serial] });

/** Each call that names an object of somebody, in an order in which those that end something come last. */
const CALLS: [string, Call][] = [
  ['reads an announcement', read((of) => `/announcements/runs/${of.run}`)],
  ['reads an emergency', read((of) => `/announcements/runs/${of.emergency}`)],
  ['reads the missing copies of an emergency', read((of) => `/emergency/messages/${of.message}/missing`)],
  ['reads a command run', read((of) => `/command-runs/${of.commandRun}`)],
  ['reads the devices of a command run', read((of) => `/command-runs/${of.commandRun}/deliveries`)],
  ['hears audio', read((of) => `/audio/${of.sha256}`)],
  ['gets an address of audio', post((of) => `/audio/${of.sha256}/link`)],
  ...LIBRARY.filter((kind) => kind !== 'audio').map((kind): [string, Call] => [
    `reads one of ${kind}`,
    read((of) => `/${kind}/${idIn(of, kind)}`),
  ]),
  ['previews speech at a node', post(() => '/announcements/preview', said(toNode))],
  ['previews speech in a group', post(() => '/announcements/preview', said(toGroup))],
  ['previews speech on a device', post(() => '/announcements/preview', said(toDevice))],
  ['speaks at a node', post(() => '/announcements/say', said(toNode))],
  ['speaks in a group', post(() => '/announcements/say', said(toGroup))],
  ['speaks on a device', post(() => '/announcements/say', said(toDevice))],
  ['renames a station', put((of) => `/stations/${of.station}`, { name: 'Renamed' })],
  ['renames audio', put((of) => `/audio/${of.audio}`, { name: 'Renamed' })],
  ['stops an announcement', post((of) => `/announcements/runs/${of.run}/stop`)],
  ['gives the all-clear', post((of) => `/emergency/${of.emergency}/all-clear`)],
  ['cancels a command run', post((of) => `/command-runs/${of.commandRun}/cancel`)],
  ...(['messages', 'playlists', 'audio', 'stations', 'dictionary'] as const).map((kind): [string, Call] => [
    `deletes one of ${kind}`,
    remove((of) => `/${kind}/${idIn(of, kind)}`),
  ]),
];

/** The roles whose objects each role uses. */
const OPEN: Record<Role, readonly Role[]> = { user: [], admin: ['user', 'admin'], root: ['user', 'admin', 'root'] };
const PAIRS = ROLES.flatMap((caller) => ROLES.map((owner) => [caller, owner] as const));

describe.each(PAIRS)('a caller with the role %s', (caller, ownerRole) => {
  const open = OPEN[caller].includes(ownerRole);
  const verb = open ? 'uses' : 'does not find';
  let of: Belongings;
  beforeEach(async () => {
    of = await createBelongings(ownerRole);
  });

  it(`${verb} the objects of a ${ownerRole} by their id`, async () => {
    const statuses: Record<string, number> = {};
    for (const [what, call] of CALLS) statuses[what] = (await call(callers[caller].key, of)).status;
    const refused = Object.entries(statuses).filter(([, status]) => status === 404);
    // 409: it was found, and has ended already.
    const others = Object.entries(statuses).filter(([, status]) => status >= 300 && status !== 404 && status !== 409);
    expect(others).toEqual([]);
    expect(refused.map(([what]) => what)).toEqual(open ? [] : CALLS.map(([what]) => what));
  });

  it(`${verb} the objects of a ${ownerRole} in lists`, async () => {
    const { key } = callers[caller];
    const list = async <T>(path: string): Promise<T[]> => (await api.get<T[]>(`/api${path}`, { key })).body;
    const runs = await list<{ run_id: string }>('/announcements/runs?page_size=50');
    expect(runs.some(({ run_id }) => run_id === of.run)).toBe(open);
    const { body: state } = await api.call(emergencyHttp.read, { key });
    expect(state.active.some(({ run_id }) => run_id === of.emergency)).toBe(open);
    const range = `from=${from}&to=${new Date(Date.now() + 60_000).toISOString()}`;
    const proof = await list<{ run_id: string }>(`/announcements/proof?${range}&page_size=50`);
    expect(proof.some(({ run_id }) => run_id === of.run)).toBe(open);
    const named = await api.call(
      proofOfPlayHttp.places,
      { key },
      { ...Object.fromEntries(new URLSearchParams(range)), user_id: of.owner.id },
    );
    expect(named.status).toBe(open ? 200 : caller === 'user' ? 403 : 404);
    const file = await fetch(`${api.url}/api/announcements/proof.csv?${range}`, { headers: { authorization: key } });
    expect((await file.text()).includes(of.run)).toBe(open);
    const commandRuns = await list<{ run_id: string }>('/command-runs?page_size=50');
    expect(commandRuns.some(({ run_id }) => run_id === of.commandRun)).toBe(open);
    const nodes = await list<{ company_id: number }>(`/company/search?q=${of.node}`);
    expect(nodes.some(({ company_id }) => company_id === of.node)).toBe(open);
  });
});
