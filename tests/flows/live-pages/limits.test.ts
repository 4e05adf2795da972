import { PAGES_MAX, PAGES_PER_ORGANISATION_MAX, livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { beforeEach, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { addDevice, createPlace, openPage } from '../../support/live-pages.ts';
import { makeMember } from '../../support/teams.ts';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  // Three pages an hour in the place of thirty.
  api = lentApi;
  await changeSettings(api, { RATE_LIMIT_SCALE: '0.1' });
});

const open = (user: TestUser, serial: string) =>
  api.call(livePagesHttp.open, user, { targets: { devices: [serial] }, chime: 'none' });
const close = (user: TestUser, page_id: string) => api.call(livePagesHttp.close, user, { page_id });
/** Whatever a test has left open. */
beforeEach(() => api.db.updateTable('pages').set({ state: 'ended', ended_at: new Date() }).execute());

it('a person opens one page at a time', async () => {
  const { user, serial } = await createPlace(api);
  const page = await openPage(api, user, [serial]);
  expect(await open(user, serial)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await close(user, page.page_id)).status).toBe(200);
  expect((await open(user, serial)).status).toBe(201);
});

it('a person opens a number of pages an hour', async () => {
  const { user, serial } = await createPlace(api);
  for (let n = 0; n < 3; n += 1) {
    const { page_id } = await openPage(api, user, [serial]);
    await close(user, page_id);
  }
  const refused = await open(user, serial);
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('an organisation has four open pages, whoever speaks', async () => {
  const { user: owner, main } = await createPlace(api);
  const devices = [];
  for (let n = 0; n <= PAGES_PER_ORGANISATION_MAX; n += 1) devices.push(await addDevice(api, owner, main));
  const answers = [];
  for (const { serial } of devices) {
    const user = await createUser(api);
    await makeMember(api, owner, main, { user, role: 'announcer' });
    answers.push((await open(user, serial)).status);
  }
  expect(answers).toEqual([201, 201, 201, 201, 429]);
});

it('the installation has twenty', async () => {
  for (let n = 0; n < PAGES_MAX; n += 1) {
    const { user, serial } = await createPlace(api);
    const { page_id } = await openPage(api, user, [serial]);
    // A busy machine needs longer than a page without its speaker lasts.
    await api.db
      .updateTable('pages')
      .set({ alive_until: new Date(Date.now() + 3_600_000) })
      .where('page_id', '=', page_id)
      .execute();
  }
  const { user, serial } = await createPlace(api);
  expect(await open(user, serial)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
});

it('of two that a person opens at the same time one is opened', async () => {
  const { user, serial } = await createPlace(api);
  const answers = await Promise.all([open(user, serial), open(user, serial)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});
