import { randomBytes, randomUUID } from 'node:crypto';
import { ROLES, type Role } from '@belfry/schemas/domain/roles';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
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
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import { tone, uploadAudio } from '../../support/library.ts';
import { proofOfPlayHttp } from '@belfry/schemas/http/announcements/proof-of-play';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { messagesHttp, dictionaryHttp } from '@belfry/schemas/http/library/texts';
import { audioHttp, playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { chimesHttp } from '@belfry/schemas/http/library/chimes';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { type Endpoint } from '@belfry/schemas/http/endpoint';
import { type SentFields } from '../../support/http-client.ts';

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
  chime: number;
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

async function idOf(creating: Promise<{ status: number; body: { id: number } }>): Promise<number> {
  const { status, body } = await creating;
  expect(status).toBe(201);
  return body.id;
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
  const main = await createCompany(api, { user_id: owner.id });
  const company = await createCompany(api, { below: main, type: 'Company' });
  const node = await createCompany(api, { below: company });
  const device = await createDevice(api, { user_id: owner.id, company_id: node.company_id });
  const variants = [{ language: 'en-US', text: 'Please leave' }];
  const name = randomBytes(4).toString('hex');
  const uploaded = await uploadAudio(api, owner, ofItsOwn());
  const list = { name, shuffle: false, audio_ids: [uploaded.body.id] };
  const run = { command: 'clear_cache', targets: { serials: [device.serial] } };
  const started = await api.call(runsHttp.start, owner, run);
  return {
    owner,
    device,
    node: main.company_id,
    group: (await createGroup(api, { user_id: owner.id, devices: [node] })).id,
    message: await idOf(api.call(messagesHttp.create, owner, { name, variants, emergency: true })),
    audio: uploaded.body.id,
    sha256: uploaded.body.sha256,
    playlist: await idOf(api.call(playlistsHttp.create, owner, list)),
    chime: await idOf(api.call(chimesHttp.create, owner, { name, audio_id: uploaded.body.id })),
    station: await idOf(api.call(stationsHttp.create, owner, { name, url: 'https://radio.example/a' })),
    word: await idOf(api.call(dictionaryHttp.create, owner, { language: 'en-US', word: name, spoken: 'x' })),
    run: await insertRun(owner, 'say', device),
    emergency: await insertRun(owner, 'emergency', device),
    commandRun: started.body.run_id,
  };
}

type Call = (caller: TestUser, of: Belongings) => Promise<{ status: number }>;
/** A call with fields that name what somebody has. */
const calls =
  <E extends Endpoint>(endpoint: E, fields: (of: Belongings) => SentFields<E>): Call =>
  (caller, of) =>
    api.call(endpoint, caller, fields(of));

type Kind = 'messages' | 'audio' | 'playlists' | 'chimes' | 'stations' | 'dictionary';
const idIn = (of: Belongings, kind: Kind): { id: number } => ({
  id: {
    messages: of.message,
    audio: of.audio,
    playlists: of.playlist,
    chimes: of.chime,
    stations: of.station,
    dictionary: of.word,
  }[kind],
});
const READ = [
  ['messages', messagesHttp.read],
  ['playlists', playlistsHttp.read],
  ['chimes', chimesHttp.read],
  ['stations', stationsHttp.read],
  ['dictionary', dictionaryHttp.read],
] as const;
const REMOVE = [
  ['messages', messagesHttp.remove],
  ['playlists', playlistsHttp.remove],
  ['chimes', chimesHttp.remove],
  ['audio', audioHttp.remove],
  ['stations', stationsHttp.remove],
  ['dictionary', dictionaryHttp.remove],
] as const;

const said = (targets: (of: Belongings) => object) => (of: Belongings) => ({ text: 'Hello', targets: targets(of) });
const toNode = (of: Belongings) => ({ nodes: [of.node] });
const toGroup = (of: Belongings) => ({ groups: [of.group] });
const toDevice = (of: Belongings) => ({ devices: [of.device.serial] });

/** Each call that names an object of somebody, in an order in which those that end something come last. They are made after the lists. */
const CALLS: [string, Call][] = [
  ['reads an announcement', calls(announcementsHttp.run, (of) => ({ run_id: of.run }))],
  ['reads an emergency', calls(announcementsHttp.run, (of) => ({ run_id: of.emergency }))],
  ['reads the missing copies of an emergency', calls(emergencyHttp.missing, (of) => ({ id: of.message }))],
  ['reads a command run', calls(runsHttp.read, (of) => ({ run_id: of.commandRun }))],
  ['reads the devices of a command run', calls(runsHttp.deliveries, (of) => ({ run_id: of.commandRun }))],
  ['hears audio', calls(audioContentHttp.download, ({ sha256 }) => ({ sha256 }))],
  ['gets an address of audio', calls(audioContentHttp.createLink, ({ sha256 }) => ({ sha256 }))],
  ...READ.map(([kind, endpoint]): [string, Call] => [`reads one of ${kind}`, calls(endpoint, (of) => idIn(of, kind))]),
  ['previews speech at a node', calls(sayHttp.preview, said(toNode))],
  ['previews speech in a group', calls(sayHttp.preview, said(toGroup))],
  ['previews speech on a device', calls(sayHttp.preview, said(toDevice))],
  ['speaks at a node', calls(sayHttp.say, said(toNode))],
  ['speaks in a group', calls(sayHttp.say, said(toGroup))],
  ['speaks on a device', calls(sayHttp.say, said(toDevice))],
  ['renames a chime', calls(chimesHttp.change, (of) => ({ id: of.chime, name: 'Renamed' }))],
  ['renames a station', calls(stationsHttp.change, (of) => ({ id: of.station, name: 'Renamed' }))],
  ['renames audio', calls(audioHttp.change, (of) => ({ id: of.audio, name: 'Renamed' }))],
  ['stops an announcement', calls(announcementsHttp.stop, (of) => ({ run_id: of.run }))],
  ['gives the all-clear', calls(emergencyHttp.allClear, (of) => ({ run_id: of.emergency }))],
  ['cancels a command run', calls(runsHttp.cancel, (of) => ({ run_id: of.commandRun }))],
  ...REMOVE.map(([kind, endpoint]): [string, Call] => [
    `deletes one of ${kind}`,
    calls(endpoint, (of) => idIn(of, kind)),
  ]),
];

/** The roles whose objects each role uses. */
const OPEN: Record<Role, readonly Role[]> = { user: [], admin: ['user', 'admin'], root: ['user', 'admin', 'root'] };
const PAIRS = ROLES.flatMap((caller) => ROLES.map((owner) => ({ caller, owner })));
/** Those between which a mistake would open something; the others are checked in the full run. */
const isInGate = ({ caller, owner }: { caller: Role; owner: Role }): boolean =>
  ['user of admin', 'admin of user', 'admin of root'].includes(`${caller} of ${owner}`);

const checkPair = ({ caller, owner: ownerRole }: { caller: Role; owner: Role }): void => {
  const open = OPEN[caller].includes(ownerRole);
  const verb = open ? 'uses' : 'does not find';
  let of: Belongings;
  beforeAll(async () => {
    of = await createBelongings(ownerRole);
  });

  it(`${verb} the objects of a ${ownerRole} in lists`, async () => {
    const by = callers[caller];
    const { body: runs } = await api.call(announcementsHttp.runs, by, { page_size: 50 });
    expect(runs.some(({ run_id }) => run_id === of.run)).toBe(open);
    const { body: state } = await api.call(emergencyHttp.read, by);
    expect(state.active.some(({ run_id }) => run_id === of.emergency)).toBe(open);
    const range = { from, to: new Date(Date.now() + 60_000).toISOString() };
    const { body: proof } = await api.call(proofOfPlayHttp.places, by, { ...range, page_size: 50 });
    expect(proof.some(({ run_id }) => run_id === of.run)).toBe(open);
    const named = await api.call(proofOfPlayHttp.places, by, { ...range, user_id: of.owner.id });
    expect(named.status).toBe(open ? 200 : caller === 'user' ? 403 : 404);
    const file = await api.raw(proofOfPlayHttp.csv, by, range);
    expect((await file.text()).includes(of.run)).toBe(open);
    const { body: commandRuns } = await api.call(runsHttp.list, by, { page_size: 50 });
    expect(commandRuns.some(({ run_id }) => run_id === of.commandRun)).toBe(open);
    const { body: nodes } = await api.call(companiesHttp.search, by, { q: of.node });
    expect(nodes.some(({ company_id }) => company_id === of.node)).toBe(open);
  });

  it(`${verb} the objects of a ${ownerRole} by their id`, async () => {
    const statuses: Record<string, number> = {};
    for (const [what, call] of CALLS) statuses[what] = (await call(callers[caller], of)).status;
    const refused = Object.entries(statuses).filter(([, status]) => status === 404);
    // 409: it was found, and has ended already.
    const others = Object.entries(statuses).filter(([, status]) => status >= 300 && status !== 404 && status !== 409);
    expect(others).toEqual([]);
    expect(refused.map(([what]) => what)).toEqual(open ? [] : CALLS.map(([what]) => what));
  });
};

describe.each(PAIRS.filter(isInGate))('a caller with the role $caller', checkPair);
describe.each(PAIRS.filter((pair) => !isInGate(pair)))('a caller with the role $caller', { tags: ['full'] }, checkPair);
