import { apiRoutes } from '@belfry/api/composition/routes';
import type { RouteSpec } from '@belfry/api/http/routes/route';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { heardMusicHttp } from '@belfry/schemas/http/announcements/heard-music';
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import type { Endpoint } from '@belfry/schemas/http/endpoint';
import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { dictionaryHttp } from '@belfry/schemas/http/library/texts';
import { networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { expect } from 'vitest';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { createMessage } from '../../support/library.ts';
import { aSpeaker } from '../../support/devices/network-speakers.ts';
import { dateIn } from '../../support/programmes.ts';
import { createChime, createSounds } from '../../support/sounds.ts';
import type { Stack } from '../../support/stack.ts';
import { makeMember } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

type Listed = { caller: TestUser; input: object };

/** Lists that are not read here: their rows are made by providers, failures and time, and need more than a few calls. */
const ELSEWHERE = [
  'get /admin/outbox',
  'get /sms/history',
  'get /alarms',
  'get /devices/{serial}/sound-tests',
  'get /webhooks/{id}/deliveries',
  'get /devices/user/wait',
  'get /devices/approvals',
  'get /client/rollouts/{rollout_id}/devices',
  'get /voices/voices',
];

const nameOf = ({ method, path }: RouteSpec): string => `${method} ${path}`;
const hasPages = (schema: unknown): boolean => 'page' in ((schema as { shape?: object } | undefined)?.shape ?? {});
const PAGED = apiRoutes
  .map(({ spec }) => spec)
  .filter((spec) => hasPages((spec as unknown as Endpoint).query) || hasPages((spec as unknown as Endpoint).body));

/** A page that has all rows of a list, as far as every list allows. */
const WHOLE = 50;
const THREE = [1, 2, 3];
const each = async <T>(make: (n: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (const n of THREE) made.push(await make(n));
  return made;
};

/** A trigger of a feed with three alerts, each of which has started it. @returns its id */
async function createFeed(stack: Stack, owner: TestUser, company_id: number): Promise<number> {
  const { id } = await success(
    stack.call(triggersHttp.create, owner, {
      name: 'Storms',
      company_id,
      source: { type: 'alert_feed', url: 'https://alerts.invalid/feed' },
      action: { type: 'silence', minutes: 5 },
      mode: 'automatic',
      drill: false,
    }),
  );
  await each((n) =>
    stack.db
      .insertInto('trigger_firings')
      .values({ trigger_id: id, cause: `cause ${n}`, source: 'alert', state: 'started', details: '{}', at: new Date() })
      .execute(),
  );
  await each((n) =>
    stack.db
      .insertInto('alert_decisions')
      .values({ trigger_id: id, alert_key: `key ${n}`, identifier: `alert ${n}`, decision: 'filtered' })
      .execute(),
  );
  return id;
}

/** An organisation with three of everything, and for each list who reads it and with what else than the page. */
async function createThreeOfEach(stack: Stack): Promise<Record<string, Listed>> {
  const [owner, admin] = [await createUser(stack), await createAdmin(stack)];
  const main = await createCompany(stack, { user_id: owner.id });
  const nodes = await each((n) => createCompany(stack, { below: main, name: `Hall ${n}` }));
  await each((n) => createCompany(stack, { below: main, type: 'Company', name: `Shop ${n}` }));
  const devices = await each((n) =>
    createDevice(stack, { user_id: owner.id, company_id: nodes[n - 1]?.company_id ?? 0, note: `of ${owner.id}` }),
  );
  const serials = devices.map(({ serial }) => serial);
  const sounds = Object.values(await createSounds(stack, owner));
  const shop = await createCompany(stack, { below: main, type: 'Company' });
  await each((n) => success(stack.call(networkSpeakersHttp.create, owner, aSpeaker(shop, devices[0], `Horn ${n}`))));
  await each((n) => createMessage(stack, owner, { name: `Message ${n}` }));
  const audio_ids = sounds.map(({ id }) => id);
  await each((n) => success(stack.call(playlistsHttp.create, owner, { name: `Playlist ${n}`, audio_ids })));
  await each((n) =>
    success(stack.call(stationsHttp.create, owner, { name: `Station ${n}`, url: `http://127.0.0.1:9/${n}` })),
  );
  await each((n) => createChime(stack, owner, `Chime ${n}`, sounds[n - 1]?.id ?? 0));
  await each((n) =>
    success(stack.call(dictionaryHttp.create, owner, { language: 'en', word: `word${n}`, spoken: `spoken ${n}` })),
  );
  await each((n) => createUser(stack, { name: `Paged ${owner.id} ${n}` }));
  await each((n) =>
    success(stack.call(companyChangesHttp.edit, owner, { company_id: main.company_id, name: `Name ${n}` })),
  );
  const member = await createUser(stack);
  await each((n) =>
    makeMember(stack, owner, { company_id: nodes[n - 1]?.company_id ?? 0 }, { user: member, role: 'viewer' }),
  );
  const runs = await each(() =>
    success(stack.call(runsHttp.start, owner, { command: 'reboot', params: {}, targets: { serials } })),
  );
  const said = await each((n) =>
    success(stack.call(sayHttp.say, owner, { text: `Said ${n}`, targets: { nodes: [main.company_id] } })),
  );
  const tracks = sounds.map(({ sha256 }, index) => ({
    seq: index + 1,
    sha256,
    at: new Date().toISOString(),
    seconds: 60,
  }));
  const [speaker] = devices;
  const key = speaker && deviceAuthorization(speaker);
  await success(stack.call(heardMusicHttp.report, { key }, { journal: crypto.randomUUID(), tracks }));
  const quiet = { company_id: main.company_id, actions: [{ kind: 'silence' as const, minutes: 5 }] };
  const started = await each(async (n) => {
    const { id } = await success(stack.call(scenariosHttp.create, owner, { name: `Scenario ${n}`, ...quiet }));
    return success(stack.call(scenariosHttp.start, owner, { id }));
  });
  // With a second one, whose alerts are in the same table.
  const [feed] = await each(() => createFeed(stack, owner, main.company_id));
  const own = (input: object = {}): Listed => ({ caller: owner, input });
  const days = { from: dateIn(-3), to: dateIn(1) };
  const scenario_run_id = started[0]?.scenario_run_id ?? '';
  await each((n) =>
    stack.db
      .insertInto('scenario_receipts')
      .values({ scenario_run_id, index: 0, who: `Person ${n}`, state: 'accepted' })
      .execute(),
  );
  return {
    'post /admin/users': { caller: admin, input: { q: `Paged ${owner.id}` } },
    'get /people': { caller: admin, input: { q: `Paged ${owner.id}` } },
    'get /audit': own(),
    'get /places': own({ state: 'empty' }),
    'get /members/access/{user_id}/nodes': own({ user_id: member.id }),
    'get /devices/all': { caller: admin, input: { q: `of ${owner.id}` } },
    'get /devices/user/email': own(),
    'get /network-speakers': own(),
    'get /command-runs': own(),
    'get /command-runs/{run_id}/deliveries': own({ run_id: runs[0]?.run_id }),
    'get /announcements/runs': own(),
    'get /announcements/runs/{run_id}': own({ run_id: said[0]?.run_id }),
    'get /announcements/proof': own(days),
    'get /announcements/proof/runs': own(days),
    'get /announcements/music': own(days),
    'get /messages': own(),
    'get /library': own({ kind: 'audio' }),
    'get /audio': own(),
    'get /playlists': own(),
    'get /stations': own(),
    'get /chimes': own(),
    'get /dictionary': own(),
    'get /triggers/{id}/firings': own({ id: feed }),
    'get /triggers/{id}/alerts': own({ id: feed }),
    'get /scenario-runs': own(),
    'get /scenario-runs/{scenario_run_id}/receipts': own({ scenario_run_id, index: 0 }),
  };
}

/** The rows of an answer, which is a list of objects or has one. */
function rowsOf(body: unknown): unknown[] {
  const lists = Array.isArray(body) ? [body] : Object.values(body as object).filter(Array.isArray);
  return (lists as unknown[][]).find((list) => typeof list[0] === 'object') ?? [];
}

type Page = { rows: unknown[]; total: number | null };

/** How many rows the whole list has, by the answer for one page; null where it does not say so. */
function totalOf({ headers, body }: { headers: Headers; body: unknown }): number | null {
  const total = headers.get('x-total-count') ?? (body as { total?: unknown }).total;
  return total === undefined ? null : Number(total);
}

/** What tells rows apart; states change while they are read. */
const identityOf = (row: unknown): string =>
  ['id', 'run_id', 'scenario_run_id', 'serial', 'company_id', 'name', 'title', 'firing_id', 'decision_id', 'who']
    .map((field) => String(((row as { item?: object }).item ?? (row as object))[field as never]))
    .join(' ');

flow(
  'every list in pages has each row once, in the order of the whole list, and says how many there are',
  async ({ lentStack: stack }) => {
    // What another organisation has is neither listed nor counted.
    await createThreeOfEach(stack);
    const lists = await createThreeOfEach(stack);
    expect([...Object.keys(lists), ...ELSEWHERE].toSorted()).toEqual(PAGED.map(nameOf).toSorted());
    const wrong: string[] = [];
    for (const spec of PAGED) {
      const list = lists[nameOf(spec)];
      if (!list) continue;
      const read = async (page: number, page_size: number): Promise<Page> => {
        const answer = await stack.call(spec, list.caller, { ...list.input, page, page_size });
        if (answer.status !== 200) wrong.push(`${nameOf(spec)}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return { rows: rowsOf(answer.body), total: totalOf(answer) };
      };
      const all = await until(
        `three rows of ${nameOf(spec)}`,
        () => read(1, 20),
        ({ rows }) => rows.length >= 3,
      );
      const pages = await Promise.all(THREE.map((page) => read(page, 1)));
      const [expected, found] = [all.rows.slice(0, 3), pages.flatMap(({ rows }) => rows)].map((rows) =>
        rows.map(identityOf).join(', '),
      );
      if (found !== expected) wrong.push(`${nameOf(spec)}: pages of one have ${found} instead of ${expected}`);
      for (const { total } of pages)
        if (total !== null && total < 3) wrong.push(`${nameOf(spec)}: a page of one says that there are ${total}`);
      const { rows, total } = await read(1, WHOLE);
      if (total !== null && rows.length < WHOLE && total !== rows.length)
        wrong.push(`${nameOf(spec)}: has ${rows.length} rows, and says that there are ${total}`);
      if ((await read(100, 20)).rows.length > 0) wrong.push(`${nameOf(spec)}: a page after the last has rows`);
    }
    expect(wrong).toEqual([]);
  },
);
