import type { Endpoint } from '@belfry/schemas/http/endpoint';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { dictionaryHttp, messagesHttp } from '@belfry/schemas/http/library/texts';
import { templatesHttp } from '@belfry/schemas/http/mail/templates';
import { holidaysHttp } from '@belfry/schemas/http/holidays';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { timetablesHttp } from '@belfry/schemas/http/bells/timetables';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import type { TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { createMessage } from '../../support/library.ts';
import { createMatrix, type Matrix } from '../../support/matrix.ts';
import { scheduleBody } from '../../support/programmes.ts';
import { createMember, makeMember } from '../../support/teams.ts';

type Person = { name: string; caller: TestUser | { key?: string } };
/** Something that somebody has made for the organisation; `change` is a change that leaves it as it is. */
type Made = { id: number; what: string; change: object };

let api: TestApi;
let matrix: Matrix;
let people: Person[];
/** Who makes things: each plans somewhere, the first two everywhere. */
let authors: Record<'owner' | 'head' | 'planner' | 'manager' | 'neighbour' | 'both', TestUser>;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  matrix = await createMatrix(api);
  const { owner, actors } = matrix;
  const member = (name: string): TestUser => actors.find((actor) => actor.name === name)?.caller as TestUser;
  const top = await api.db
    .selectFrom('companies')
    .select('company_id')
    .where('user_id', '=', owner.id)
    .where('parent_company_id', 'is', null)
    .executeTakeFirstOrThrow();
  const sibling = { company_id: place('sibling').company_id };
  const both = await createMember(api, owner, { company_id: place('own').company_id }, { role: 'planner' });
  await makeMember(api, owner, sibling, { user: both, role: 'viewer' });
  authors = {
    owner,
    head: await createMember(api, owner, top, { role: 'planner' }),
    planner: member('planner'),
    manager: member('manager'),
    neighbour: await createMember(api, owner, sibling, { role: 'planner' }),
    both,
  };
  people = [
    ...actors.flatMap(({ name, caller, scopes }) => (caller && !scopes ? [{ name, caller }] : [])),
    ...(['head', 'neighbour', 'both'] as const).map((name) => ({ name, caller: authors[name] })),
  ];
});

const place = (name: string) => matrix.places.find((each) => each.name === name) ?? matrix.places[0]!;
const everyAuthor = async (make: (author: TestUser, name: string) => Promise<Made>): Promise<Made[]> => {
  const made = [];
  for (const [name, author] of Object.entries(authors)) made.push(await make(author, name));
  return made;
};

/** An edit may be in conflict with that of the one before. */
const PERMITTED = [200, 204, 409];
/** Administrators list the templates of others, which they do not change. */
const REFUSED = [403, 404];

/** What lists say of things, compared with what the call answers that changes them; with what was in lists. */
async function compare(list: Endpoint, change: Endpoint, things: readonly Made[]) {
  const wrong: string[] = [];
  const said = { yes: 0, no: 0 };
  for (const { name, caller } of people) {
    const query =
      name === 'admin' || name === 'root' ? { user_id: matrix.owner.id, page_size: 100 } : { page_size: 100 };
    const answer = await api.call(list, caller, query);
    const rows = answer.status === 200 ? (answer.body as { id: number; may_change?: boolean }[]) : [];
    for (const thing of things) {
      const listed = rows.find(({ id }) => id === thing.id)?.may_change;
      const { status } = await api.call(change, caller, { id: thing.id, ...thing.change });
      if (listed !== undefined) said[listed ? 'yes' : 'no'] += 1;
      const expected = listed === undefined ? [404] : listed ? PERMITTED : REFUSED;
      if (!expected.includes(status)) wrong.push(`${name}: ${thing.what}, ${listed} in the list, answered ${status}`);
    }
  }
  return { wrong, said };
}

/** Nothing is wrong, and lists have said both. */
const AGREED = { wrong: [], said: { yes: expect.toSatisfy((n) => n > 0), no: expect.toSatisfy((n) => n > 0) } };

flow('lists of messages say what each reader may change', async () => {
  const make = async (author: TestUser, what: string): Promise<Made> => ({
    what,
    id: (await createMessage(api, author)).id,
    change: { name: 'Same' },
  });
  expect(await compare(messagesHttp.list, messagesHttp.change, await everyAuthor(make))).toEqual(AGREED);
});

flow('other lists of the library say it', { tags: ['full'] }, async () => {
  const revision = { name: 'Same' };
  const of = async (endpoint: Endpoint, author: TestUser, body: object): Promise<number> =>
    ((await success(api.call(endpoint, author, body))) as { id: number }).id;
  const kinds: [Endpoint, Endpoint, (author: TestUser, name: string) => Promise<Made>][] = [
    [
      stationsHttp.list,
      stationsHttp.change,
      async (author, what) => ({
        what,
        id: await of(stationsHttp.create, author, { name: what, url: 'http://127.0.0.1:9/live' }),
        change: revision,
      }),
    ],
    [
      playlistsHttp.list,
      playlistsHttp.change,
      async (author, what) => ({ what, id: await of(playlistsHttp.create, author, { name: what }), change: revision }),
    ],
    [
      dictionaryHttp.list,
      dictionaryHttp.change,
      async (author, what) => ({
        what,
        id: await of(dictionaryHttp.create, author, { language: 'en', word: what, spoken: what }),
        change: { spoken: 'same' },
      }),
    ],
  ];
  for (const [list, change, make] of kinds)
    expect(await compare(list, change, await everyAuthor(make))).toEqual(AGREED);
});

flow('lists of messages say that emergencies are changed by who plans for all places', async () => {
  const { owner, planner, head } = authors;
  const made = await createMessage(api, planner, { name: 'First of a planner' });
  await success(api.call(messagesHttp.change, head, { id: made.id, emergency: true }));
  const ofOwner = await createMessage(api, owner, { name: 'Of the owner', emergency: true });
  const things = [made, ofOwner].map(({ id, name }) => ({ id, what: name, change: { name: 'Same' } }));
  expect(await compare(messagesHttp.list, messagesHttp.change, things)).toEqual(AGREED);
  expect((await api.call(messagesHttp.remove, planner, { id: made.id })).status).toBe(403);
});

flow('lists of templates, timetables and holiday calendars say it', { tags: ['full'] }, async () => {
  const templates = await everyAuthor(async (author, what) => {
    const { id } = await success(api.call(templatesHttp.create, author, { name: what, text: 'x' }));
    return { id, what, change: { name: what, text: 'x', revision: 1 } };
  });
  expect(await compare(templatesHttp.list, templatesHttp.change, templates)).toEqual(AGREED);
  const timetables = await everyAuthor(async (author, what) => {
    const body = { name: what, colour: 'blue', bells: [] };
    return { what, id: (await success(api.call(timetablesHttp.create, author, body))).id, change: { name: what } };
  });
  expect(await compare(timetablesHttp.list, timetablesHttp.change, timetables)).toEqual(AGREED);
  const text =
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20301224\r\nSUMMARY:Eve\r\nEND:VEVENT\r\nEND:VCALENDAR';
  const wrong: string[] = [];
  for (const { name, caller } of people) {
    const calendars = await everyAuthor(async (author, what) => {
      const { calendar } = await success(api.call(holidaysHttp.upload, author, { name: what, body: text }));
      return { what, id: calendar.id, change: {} };
    });
    const query = name === 'admin' || name === 'root' ? { user_id: matrix.owner.id } : {};
    const rows = (await api.call(holidaysHttp.list, caller, query)).body;
    for (const { id, what } of calendars) {
      const listed = Array.isArray(rows) ? rows.find((row) => row.id === id)?.may_change : undefined;
      const { status } = await api.call(holidaysHttp.remove, caller, { id });
      if (status !== (listed === undefined ? 404 : listed ? 204 : 403))
        wrong.push(`${name}: ${what} ${listed} ${status}`);
      if (status !== 204) await success(api.call(holidaysHttp.remove, matrix.owner, { id }));
    }
  }
  expect(wrong).toEqual([]);
});

flow('lists of groups say it, also of groups with places elsewhere', async () => {
  const [own, sibling] = [place('own').node, place('sibling').node];
  const group = async (author: TestUser, what: string, devices: number[]): Promise<Made> => {
    const { id } = await success(api.call(groupsHttp.create, author, { name: what, devices }));
    return { id, what, change: { name: what } };
  };
  const { owner, head, planner, both, neighbour } = authors;
  const grown = await group(both, 'of both, grown', [own]);
  await success(api.call(groupsHttp.addDevices, owner, { id: grown.id, devices: [sibling] }));
  const groups = [
    grown,
    await group(owner, 'of the owner', [own]),
    await group(head, 'of the head', [own, sibling]),
    await group(planner, 'of a planner', [own]),
    await group(planner, 'empty', []),
    await group(neighbour, 'of the neighbour', [sibling]),
  ];
  expect(await compare(groupsHttp.list, groupsHttp.rename, groups)).toEqual(AGREED);
});

flow('lists of schedules say it, by places, commands and reports', async () => {
  const [own, sibling] = [place('own'), place('sibling')];
  const { owner, planner, both } = authors;
  const schedule = async (author: TestUser, what: string, body: object): Promise<Made> => {
    const created = await success(api.call(schedulesHttp.create, author, scheduleBody([], { name: what, ...body })));
    return { id: created.id, what, change: { name: what } };
  };
  const command = { duration_minutes: null, action: { type: 'maintenance', command: 'reboot' } };
  const report = { duration_minutes: null, action: { type: 'report', days: 7, email: 'may-change@teams.test' } };
  const schedules = [
    await schedule(owner, 'at the branch', { targets: { nodes: [own.node] } }),
    await schedule(planner, 'of a planner', { targets: { nodes: [own.company_id] } }),
    await schedule(both, 'of both', { targets: { devices: [own.serial] } }),
    await schedule(owner, 'at two branches', { targets: { nodes: [own.node, sibling.node] } }),
    await schedule(owner, 'of a group elsewhere', { targets: { groups: [own.group, sibling.group] } }),
    await schedule(owner, 'but for elsewhere', { targets: { nodes: [own.node], except: { nodes: [sibling.node] } } }),
    await schedule(owner, 'a command', { targets: { nodes: [own.node] }, ...command }),
    await schedule(owner, 'a report', { targets: { nodes: [own.node] }, ...report }),
  ];
  expect(await compare(schedulesHttp.list, schedulesHttp.change, schedules)).toEqual(AGREED);
});
