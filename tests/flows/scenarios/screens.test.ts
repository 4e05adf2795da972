import { giveBackLeft } from '@belfry/api/features/scenarios/outputs/outputs.service';
import { playerHttp } from '@belfry/schemas/http/player/player';
import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { SCREENS_MAX, screensHttp } from '@belfry/schemas/http/scenarios/screens';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createCompany, createDevice, createSpeakers, createUser, type TestDevice } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { createMessage } from '../../support/library.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
});

/** An organisation with a loudspeaker, and a display at its place. */
async function prepare() {
  const owner = await createUser(api);
  const { main, company, ids } = await createSpeakers(api, owner, 1);
  await createDevice(api, { user_id: owner.id, company_id: ids[0] ?? 0 });
  const { company_id } = company;
  const made = await success(api.call(screensHttp.create, owner, { name: 'Hall', company_id }));
  const token = made.url.split('/screen#')[1] ?? '';
  const show = (shown: number[] = []) => api.call(screensHttp.show, null, { token, shown });
  const start = async (actions: object[]) => {
    const { id } = await success(api.call(scenariosHttp.create, owner, { name: 'Storm', company_id, actions }));
    const { scenario_run_id } = await success(api.call(scenariosHttp.start, owner, { id }));
    const read = () => success(api.call(scenarioRunsHttp.read, owner, { scenario_run_id }));
    const end = () => success(api.call(scenarioRunsHttp.end, owner, { scenario_run_id }));
    return { id, scenario_run_id, read, end };
  };
  return { owner, main, company, company_id, screen: made, token, show, start };
}

flow('a display shows a text until the run is ended, and the run has by which it was shown', async () => {
  const { owner, main, company_id, screen, show, start } = await prepare();
  expect((await show()).body).toMatchObject({ name: 'Hall', place: screen.company_name, emergency: null, texts: [] });
  const away = await success(api.call(screensHttp.create, owner, { name: 'Yard', company_id }));
  const text = 'Storm at {place} {level}';
  const action = { kind: 'screen', text, colour: 'orange', targets: { nodes: [main.company_id] } };
  const run = await start([action]);
  const checked = await success(api.call(scenariosHttp.check, owner, { id: run.id }));
  expect(checked.actions).toMatchObject([
    {
      kind: 'screen',
      reached: 1,
      missed: [{ who: `${screen.company_name} / ${away.name}`, reason: 'offline' }],
      missing: ['level'],
    },
  ]);
  const { texts } = (await show()).body;
  expect(texts).toMatchObject([{ text: `Storm at ${screen.company_name}`, colour: 'orange' }]);
  // That it was fetched is not enough: the page says that it is on it.
  expect((await run.read()).actions[0]?.receipts.map(({ state }) => state)).toEqual(['queued', 'queued']);
  await show(texts.map(({ id }) => id));
  const receipts = (await run.read()).actions[0]?.receipts ?? [];
  expect(Object.fromEntries(receipts.map(({ who, state }) => [who, state]))).toEqual({
    [`${screen.company_name} / ${screen.name}`]: 'shown',
    [`${screen.company_name} / ${away.name}`]: 'queued',
  });
  expect(await run.end()).toMatchObject({ ended: 1 });
  expect((await show()).body.texts).toEqual([]);
  const ended = await run.read();
  expect(ended).toMatchObject({ state: 'ended', actions: [{ state: 'ended' }] });
  expect(ended.actions[0]?.receipts).toContainEqual(
    expect.objectContaining({
      who: `${screen.company_name} / ${away.name}`,
      state: 'failed',
      reason: 'It was not shown',
    }),
  );
});

flow('a browser as a loudspeaker shows texts as displays do, those of its owner and place, and says so', async () => {
  const { owner, main, company, company_id, start } = await prepare();
  const yard = await createCompany(api, { below: main, type: 'Company' });
  const places = [company, company, yard].map(async (below) => {
    const node = await createCompany(api, { below, name: 'Hall' });
    return createDevice(api, { user_id: owner.id, company_id: node.company_id });
  });
  const [player, away, above] = (await Promise.all(places)) as [TestDevice, TestDevice, TestDevice];
  const show = (device: TestDevice, shown: number[] = []) =>
    api.call(playerHttp.screen, null, { shown }, { headers: { authorization: deviceAuthorization(device) } });
  for (const device of [player, away, above]) expect((await show(device)).body).toEqual({ emergency: null, texts: [] });
  await api.db
    .updateTable('player_screens')
    .set({ last_seen_at: new Date(Date.now() - 60_000) })
    .where('device_id', '=', away.device_id)
    .execute();

  // A loudspeaker without a screen is no display, and one that the targets name is one.
  const targets = { nodes: [company_id], devices: [above.serial], except: { devices: [away.serial] } };
  const screenAction = { kind: 'screen', text: 'Storm', colour: 'red', targets: { nodes: [company_id] } };
  const run = await start([screenAction, { ...screenAction, text: 'Gone', targets }]);
  const { actions } = await success(api.call(scenariosHttp.check, owner, { id: run.id }));
  expect(actions.map(({ reached, missed }) => [reached, missed.map(({ who, reason }) => [who, reason])])).toEqual([
    [
      1,
      [
        [expect.stringMatching(/ \/ Hall$/), 'offline'],
        [expect.stringMatching(/ \/ Hall$/), 'offline'],
      ],
    ],
    [2, [[expect.stringMatching(/ \/ Hall$/), 'offline']]],
  ]);

  const { texts } = (await show(player)).body;
  // In the order in which the actions were worked on.
  expect(texts.map(({ text }) => text).toSorted()).toEqual(['Gone', 'Storm']);
  expect((await show(above)).body.texts.map(({ text }) => text)).toEqual(['Gone']);
  // Nobody says it for another.
  const ids = texts.map(({ id }) => id);
  await show(above, ids);
  const states = async () => (await run.read()).actions[0]?.receipts.map(({ state }) => state).toSorted();
  expect(await states()).toEqual(['queued', 'queued', 'queued']);
  await show(player, ids);
  expect(await states()).toEqual(['queued', 'queued', 'shown']);

  const other = await createUser(api);
  const theirs = await createSpeakers(api, other, 1);
  const moved = { user_id: other.id, company_id: theirs.ids[0] ?? 0 };
  await api.db.updateTable('devices').set(moved).where('device_id', '=', above.device_id).execute();
  expect((await show(above)).body.texts).toEqual([]);
  await run.end();
  expect((await show(player)).body.texts).toEqual([]);
});

flow(
  'an emergency is shown at a loudspeaker of its place; nobody else reads what it shows, and others use up nothing',
  async () => {
    const { owner, main, company, start } = await prepare();
    const node = await createCompany(api, { below: company, name: 'Hall' });
    const [player, other] = [
      await createDevice(api, { user_id: owner.id, company_id: node.company_id }),
      await createDevice(api, { user_id: owner.id, company_id: null }),
    ];
    const as = (device: TestDevice) => ({ headers: { authorization: deviceAuthorization(device) } });
    const show = (device: TestDevice) => api.call(playerHttp.screen, null, { shown: [] }, as(device));
    const fire = await createMessage(api, owner, { name: 'Fire', emergency: true });
    await start([{ kind: 'emergency', message_id: fire.id, targets: { nodes: [main.company_id] } }]);
    const shown = await until(
      'the emergency',
      async () => (await show(player)).body.emergency,
      (seen) => seen !== null,
    );
    expect(shown).toMatchObject({ title: 'Fire', drill: false });
    expect((await show(other)).body).toEqual({ emergency: null, texts: [] });
    const refused = async (caller: typeof owner | null) =>
      (await api.call(playerHttp.screen, caller, { shown: [] })).status;
    expect([await refused(owner), await refused(null)]).toEqual([403, 401]);
    await api.db.deleteFrom('rate_limits').where('key', '=', `player:${player.device_id}`).execute();
    onTestFinished(await changeSettings(api, { RATE_LIMIT_SCALE: '0.1' }));
    const statuses: number[] = [];
    for (let n = 1; n <= 13; n += 1) statuses.push((await show(player)).status);
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429]);
    expect((await show(other)).status).toBe(200);
  },
);

flow('a text is shown for its seconds, and its run ends by itself', async () => {
  const { company_id, show, start } = await prepare();
  const run = await start([
    { kind: 'screen', text: 'Lunch', colour: 'green', lasts_s: 60, targets: { nodes: [company_id] } },
  ]);
  expect((await show()).body.texts).toHaveLength(1);
  await api.db
    .updateTable('scenario_screens')
    .set({ until: new Date(0) })
    .where('text', '=', 'Lunch')
    .execute();
  expect((await show()).body.texts).toEqual([]);
  await api.db
    .updateTable('scenario_run_actions')
    .set({ started_at: new Date(0) })
    .where('scenario_run_id', '=', run.scenario_run_id)
    .execute();
  await giveBackLeft({ db: api.db, commands: null as never });
  expect(await run.read()).toMatchObject({ state: 'finished', actions: [{ state: 'ended' }] });
});

flow('an emergency at the place is over everything, until all clear', async () => {
  const { owner, main, show, start } = await prepare();
  const other = await createSpeakers(api, owner, 1);
  const far = await success(api.call(screensHttp.create, owner, { name: 'Far', company_id: other.company.company_id }));
  const fire = await createMessage(api, owner, { name: 'Fire', emergency: true });
  const targets = { nodes: [main.company_id] };
  const spared = await createCompany(api, { below: main, type: 'Company' });
  const yard = await success(api.call(screensHttp.create, owner, { name: 'Yard', company_id: spared.company_id }));
  const except = { nodes: [spared.company_id] };
  await start([{ kind: 'emergency', message_id: fire.id, targets: { ...targets, except } }]);
  const shown = await until(
    'the emergency',
    async () => (await show()).body.emergency,
    (seen) => seen !== null,
  );
  expect(shown).toMatchObject({ title: 'Fire', drill: false });
  for (const { url } of [far, yard])
    expect((await api.call(screensHttp.show, null, { token: url.split('#')[1] ?? '' })).body.emergency).toBeNull();
  const { id } = await success(
    api.call(scenariosHttp.create, owner, {
      name: 'Clear',
      company_id: main.company_id,
      actions: [{ kind: 'all_clear' }],
    }),
  );
  await success(api.call(scenariosHttp.start, owner, { id }));
  await until(
    'it has ended',
    async () => (await show()).body.emergency,
    (seen) => seen === null,
  );
});

flow('whoever does not know the address sees nothing, and a removed display is told so', async () => {
  const { owner, screen, show, token } = await prepare();
  const listed = await success(api.call(screensHttp.list, owner, {}));
  expect(listed).toMatchObject([{ id: screen.id, name: 'Hall', last_seen_at: null, is_on: false }]);
  expect(JSON.stringify(listed)).not.toContain(token);
  expect((await show()).status).toBe(200);
  expect((await success(api.call(screensHttp.read, owner, { id: screen.id }))).is_on).toBe(true);
  const { rows } = await sql<{
    row: string;
  }>`select to_jsonb(s)::text as row from screens s where id = ${screen.id}`.execute(api.db);
  expect(rows[0]?.row).toContain('Hall');
  expect(rows[0]?.row).not.toContain(token);
  expect((await api.call(screensHttp.show, null, { token: `${token}x` })).status).toBe(410);
  const stranger = await createUser(api);
  expect((await api.call(screensHttp.read, stranger, { id: screen.id })).status).toBe(404);
  await success(api.call(screensHttp.remove, owner, { id: screen.id }));
  const gone = await show();
  expect([gone.status, JSON.stringify(gone.body)]).toEqual([410, expect.stringContaining('link_expired')]);
});

flow('an organisation has so many displays', async () => {
  const { owner, company_id } = await prepare();
  await sql`
    insert into screens (owner_id, company_id, name, token_hash)
    select ${owner.id}, ${company_id}, 'Hall ' || n, sha256(convert_to(${owner.id} || ':' || n, 'UTF8')) from generate_series(2, ${SCREENS_MAX}) n`.execute(
    api.db,
  );
  expect((await api.call(screensHttp.create, owner, { name: 'One more', company_id })).status).toBe(422);
});

flow('guesses are limited, and use up nothing of a display', async () => {
  const { show } = await prepare();
  onTestFinished(await changeSettings(api, { RATE_LIMIT_SCALE: '0.1' }));
  const guess = () => api.call(screensHttp.show, null, { token: 'a-guess' });
  const statuses: number[] = [];
  for (let n = 1; n <= 4; n += 1) statuses.push((await guess()).status);
  expect(statuses).toEqual([410, 410, 410, 429]);
  for (let n = 1; n <= 6; n += 1) expect((await show()).status).toBe(200);
  expect((await show()).status).toBe(429);
});
