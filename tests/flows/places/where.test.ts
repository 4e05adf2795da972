import type { WhereAnswer } from '@belfry/schemas/http/places/where';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { beforeAll, expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createGroup,
  createUser,
  type TestUser,
} from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { createMember } from '../../support/teams.ts';

let api: TestApi;
let owner: TestUser;
const nodes = new Map<string, number>();
let entrance: string;
let loose: string;

flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeAll(async () => {
  owner = await createUser(api, { name: 'Ms Berg' });
  const main = await createCompany(api, { user_id: owner.id, name: 'Brightwater' });
  const region = async (name: string) => createCompany(api, { below: main, type: 'Company', name });
  const north = await region('North');
  const south = await region('South');
  for (const [name, above] of [
    ['Harbour Market', north],
    ['Bremen 100%', north],
    ['Market 7', south],
  ] as const) {
    const shop = await createCompany(api, { below: above, type: 'Company', name });
    nodes.set(name, shop.company_id);
    const speaker = await createCompany(api, { below: shop, name: 'Entrance' });
    const { serial } = await createDevice(api, { user_id: owner.id, company_id: speaker.company_id });
    if (name === 'Harbour Market') {
      entrance = serial;
      await createGroup(api, { user_id: owner.id, name: 'Entrances of all', devices: [speaker] });
    }
  }
  nodes.set('North', north.company_id);
  nodes.set('Brightwater', main.company_id);
  ({ serial: loose } = await createDevice(api, { user_id: owner.id, note: 'Loose horn' }));
});

const named = ({ items }: WhereAnswer): string[] =>
  items.map(({ path, name }) => (path === '' ? name : `${path} / ${name}`));
const find = (user: TestUser, body: Parameters<typeof call>[1]): Promise<WhereAnswer> => success(call(user, body));
const call = (
  user: TestUser,
  body: {
    text?: string;
    below?: number;
    group?: number;
    right?: 'speak' | 'plan' | 'read';
    user_id?: number;
    targets?: object;
  },
) => api.call(whereHttp.find, user, body);

flow('finds places, loudspeakers and groups by any part of the name or the path', async () => {
  expect(named(await find(owner, { text: 'har ent' }))).toEqual(['Brightwater / North / Harbour Market / Entrance']);
  expect(named(await find(owner, { text: 'ENT har' }))).toEqual(['Brightwater / North / Harbour Market / Entrance']);
  expect(named(await find(owner, { text: 'market' }))).toEqual([
    'Brightwater / South / Market 7',
    'Brightwater / North / Harbour Market',
  ]);
  expect(named(await find(owner, { text: 'entrances' }))).toEqual(['Entrances of all']);
  expect(named(await find(owner, { text: '100%' }))).toEqual(['Brightwater / North / Bremen 100%']);
  expect(named(await find(owner, { text: 'horn' }))).toEqual(['Loose horn']);
  expect(named(await find(owner, { text: entrance }))).toEqual(['Brightwater / North / Harbour Market / Entrance']);
  expect(named(await find(owner, { text: 'zzz' }))).toEqual([]);
});

flow('says what each is, and how many loudspeakers it has', async () => {
  const { items } = await find(owner, { text: 'north' });
  expect(items).toEqual([
    {
      kind: 'place',
      company_id: nodes.get('North'),
      group_id: null,
      serial: null,
      name: 'North',
      path: 'Brightwater',
      above: [nodes.get('Brightwater')],
      type: 'Company',
      emblem: null,
      organisation_id: owner.id,
      organisation: null,
      loudspeakers: 2,
      online: 0,
      has_places: true,
    },
  ]);
  const [found] = (await find(owner, { text: 'har ent' })).items;
  expect(found).toMatchObject({ kind: 'loudspeaker', serial: entrance, loudspeakers: 1, has_places: false });
  const [group] = (await find(owner, { text: 'entrances of' })).items;
  expect(group).toMatchObject({ kind: 'group', company_id: null, loudspeakers: 1 });
  const [horn] = (await find(owner, { text: 'horn' })).items;
  expect(horn).toMatchObject({ kind: 'loudspeaker', company_id: null, serial: loose });
});

flow('lists one level after the other, in natural order', async () => {
  expect(named(await find(owner, {}))).toEqual(['Brightwater', 'Entrances of all']);
  const north = nodes.get('North') ?? 0;
  expect((await find(owner, { below: north })).items.map(({ name }) => name)).toEqual([
    'Bremen 100%',
    'Harbour Market',
  ]);
});

flow('lists the loudspeakers of a group', async () => {
  const [group] = (await find(owner, { text: 'entrances of' })).items;
  const body = { group: group?.group_id ?? 0 };
  expect(named(await find(owner, body))).toEqual(['Brightwater / North / Harbour Market / Entrance']);
  expect(named(await find(await createUser(api), body))).toEqual([]);
});

flow('names what is selected, with its exceptions, and counts what is heard', async () => {
  const targets = {
    nodes: [nodes.get('Brightwater')],
    devices: [loose],
    except: { nodes: [nodes.get('Harbour Market')] },
  };
  const answer = await find(owner, { targets });
  expect(named(answer)).toEqual(['Brightwater', 'Loose horn', 'Brightwater / North / Harbour Market']);
  expect(answer).toMatchObject({ places: 2, loudspeakers: 3, online: 0, more: false });
});

flow('a member finds what is at their places, and learns no name above them', async () => {
  const north = { company_id: nodes.get('North') ?? 0 };
  const announcer = await createMember(api, owner, north, { role: 'announcer' });
  expect(named(await find(announcer, { text: 'ent', right: 'speak' }))).toEqual([
    'Entrances of all',
    'North / Bremen 100% / Entrance',
    'North / Harbour Market / Entrance',
  ]);
  expect(named(await find(announcer, { text: 'bri ent' }))).toEqual([]);
  expect(named(await find(announcer, {}))).toEqual(['North', 'Entrances of all']);
  expect(named(await find(announcer, { right: 'plan' }))).toEqual([]);
  expect(named(await find(announcer, { below: nodes.get('Brightwater') }))).toEqual(['North']);
  expect(await find(announcer, { targets: { nodes: [nodes.get('Market 7')] } })).toMatchObject({
    items: [],
    loudspeakers: 0,
  });
});

flow('an administrator sees whose it is, and chooses one organisation', async () => {
  const admin = await createAdmin(api);
  const { items } = await find(admin, { text: 'har ent', user_id: owner.id });
  expect(items).toMatchObject([{ serial: entrance, organisation: 'Ms Berg' }]);
  expect(named(await find(admin, { text: 'har ent', user_id: admin.id }))).toEqual([]);
});
