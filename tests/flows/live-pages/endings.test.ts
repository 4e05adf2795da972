import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { type PageEnd, livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createCompany, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { TestApi } from '../../support/api.ts';
import {
  addDevice,
  createPageSpeaker,
  createPlace,
  join,
  mustTalk,
  openPage,
  openTalker,
} from '../../support/live-pages.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

describe('a page that nobody looks after ends', () => {
  const lapse = (page_id: string, claimed: boolean) =>
    api.db
      .updateTable('pages')
      .set({ alive_until: sql<Date>`now() - interval '1 second'`, ...(claimed && { token_hash: null }) })
      .where('page_id', '=', page_id)
      .execute();

  it.each<[string, boolean, PageEnd]>([
    ['where its speaker does not come', false, 'socket'],
    ['where its instance is gone', true, 'restarted'],
  ])('%s', async (_name, claimed, by) => {
    const { user, serial } = await createPlace(api);
    const { page_id, audio_url } = await openPage(api, user, [serial]);
    expect(api.broker.invited.get(page_id)).toEqual([serial]);
    const opened = api.db.selectFrom('pages').select(['opened_at', 'alive_until']).where('page_id', '=', page_id);
    const { opened_at, alive_until } = await opened.executeTakeFirstOrThrow();
    expect(alive_until.getTime() - opened_at.getTime()).toBe(30_000);
    await lapse(page_id, claimed);
    const state = await until(
      'the end',
      async () => (await api.call(livePagesHttp.read, user, { page_id })).body,
      ({ state }) => state === 'ended',
    );
    expect(state).toMatchObject({ ended_by: by, remaining_ms: 0 });
    expect(await openTalker(api, audio_url)).toBeNull();
    await until('nobody is invited', () => !api.broker.invited.has(page_id));
    expect((await openPage(api, user, [serial])).page_id).not.toBe(page_id);
  });
});

it('a page that ends while its devices are told is told to nobody', async () => {
  const { user, serial } = await createPlace(api);
  const opening = await api.db.transaction().execute(async (trx) => {
    // No command can be stored until this ends.
    await sql`lock table command_deliveries in share row exclusive mode`.execute(trx);
    const opened = openPage(api, user, [serial]);
    const stored = () => api.db.selectFrom('pages').select('page_id').where('user_id', '=', user.id).executeTakeFirst();
    await until('it is stored', stored);
    await until('its command waits', async () => {
      const { rows } =
        await sql`select from pg_locks where relation = 'command_deliveries'::regclass and not granted`.execute(api.db);
      return rows.length > 0;
    });
    const ended = { state: 'ended' as const, ended_by: 'closed' as const, ended_at: new Date() };
    await trx.updateTable('pages').set(ended).where('user_id', '=', user.id).execute();
    return { opened };
  });
  await opening.opened;
  const { rows } = await sql`
    select from command_deliveries c join devices d using (device_id) where d.serial = ${serial}`.execute(api.db);
  expect(rows).toEqual([]);
});

describe('with the devices away', () => {
  const away = async (takesPages: boolean) => {
    const { user, main } = await createPlace(api);
    const device = await addDevice(api, user, main, takesPages);
    const offline = api.db.updateTable('device_state').set({ reported_status: 'offline' });
    await offline.where('device_id', '=', device.device_id).execute();
    return { user, serial: device.serial };
  };

  it('the run of a page that nobody could hear ends with the page', async () => {
    const { user, serial } = await away(true);
    const { page_id, run_id, ...page } = await openPage(api, user, [serial]);
    expect(page).toMatchObject({ devices: 1, offline: 1, old: 0 });
    await api.call(livePagesHttp.close, user, { page_id });
    const { body } = await api.call(announcementsHttp.run, user, { run_id });
    expect(body).toMatchObject({ state: 'finished', counts: { offline: 1 } });
  });

  it('the run of a page that somebody has got waits for what they report', async () => {
    const { user, serial } = await createPlace(api);
    const { page_id, run_id } = await openPage(api, user, [serial]);
    await api.call(livePagesHttp.close, user, { page_id });
    expect((await api.call(announcementsHttp.run, user, { run_id })).body.state).toBe('running');
  });

  it('who has old firmware is offline, and gets no recording', async () => {
    const { user, serial } = await away(false);
    const page = await openPage(api, user, [serial]);
    expect(page).toMatchObject({ devices: 1, offline: 1, old: 0 });
    const { body } = await api.call(livePagesHttp.read, user, { page_id: page.page_id });
    expect(body.counts).toEqual({ offline: 1 });
    expect(body.places).toMatchObject([{ serial, state: 'offline' }]);
    await api.call(livePagesHttp.close, user, { page_id: page.page_id });
  });
});

it('a page that was opened while the broker was away is none', async () => {
  const { user, serial } = await createPlace(api);
  api.broker.connected = false;
  try {
    const refused = await api.call(livePagesHttp.open, user, { targets: { devices: [serial] } });
    expect(refused).toMatchObject({ status: 503, body: { code: 'broker_unavailable' } });
    expect((await api.call(livePagesHttp.settings, user)).body.available).toBe(false);
  } finally {
    api.broker.connected = true;
  }
});

it('a speaker whose broker goes away is told', async () => {
  const { user, serial } = await createPlace(api);
  const talker = await mustTalk(api, (await openPage(api, user, [serial])).audio_url);
  await talker.until('it is open', ({ state }) => state === 'opening');
  api.broker.connected = false;
  await talker.closed;
  api.broker.connected = true;
  expect(talker.states.at(-1)).toMatchObject({ state: 'ended', ended_by: 'broker' });
});

describe('with a broker', () => {
  let stack: Stack;
  flow.beforeAll(({ lentStack }) => {
    stack = lentStack;
  });

  it('a page ends when the api stops, and the next one is another', { tags: ['full'] }, async () => {
    const owner = await createUser(stack);
    const main = await createCompany(stack, { user_id: owner.id });
    const device = await createPageSpeaker(stack, owner, main);
    const page = await openPage(stack, owner, [device.serial]);
    await join(device);
    const talker = await mustTalk(stack, page.audio_url);
    for (let seq = 0; seq < 5; seq += 1) talker.say(seq);
    await until('the frames', () => device.frames.length >= 5);
    await stack.stopApi();
    await talker.closed;
    expect(talker.states.at(-1)).toMatchObject({ state: 'ended', ended_by: 'restarted' });
    await stack.startApi();
    await stack.ready();
    expect((await stack.call(livePagesHttp.read, owner, { page_id: page.page_id })).body.ended_by).toBe('restarted');
    const again = await openPage(stack, owner, [device.serial]);
    await stack.call(livePagesHttp.close, owner, { page_id: again.page_id });
    device.client.end(true);
  });

  it('a page ends when the broker is away', { tags: ['full'] }, async () => {
    const owner = await createUser(stack);
    const main = await createCompany(stack, { user_id: owner.id });
    const device = await createPageSpeaker(stack, owner, main);
    const page = await openPage(stack, owner, [device.serial]);
    await join(device);
    const talker = await mustTalk(stack, page.audio_url);
    await talker.until('it is ready', ({ counts }) => counts.ready === 1);
    await stack.stopBroker();
    await talker.closed;
    expect(talker.states.at(-1)).toMatchObject({ state: 'ended', ended_by: 'broker' });
    await stack.startBroker();
    await stack.ready();
    device.client.end(true);
  });
});
