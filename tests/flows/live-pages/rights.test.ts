import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { SCOPES } from '@belfry/schemas/domain/scopes';
import { livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { addDevice, createPlace, mustTalk, openPage } from '../../support/live-pages.ts';
import { createMember, createShops, makeMember } from '../../support/teams.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const atNode = (company_id: number) => ({ targets: { nodes: [company_id] }, chime: 'none' });

describe('who may speak', () => {
  it('is an announcer at every place that is named', async () => {
    const { owner, main, own, other } = await createShops(api);
    for (const { company } of [own, other]) await addDevice(api, owner, company);
    const announcer = await createMember(api, owner, own.company, { role: 'announcer' });
    const viewer = await createMember(api, owner, own.company, { role: 'viewer' });
    const answers = await Promise.all([
      api.call(livePagesHttp.open, viewer, atNode(own.company.company_id)),
      api.call(livePagesHttp.open, announcer, atNode(other.company.company_id)),
      api.call(livePagesHttp.open, announcer, atNode(main.company_id)),
      api.call(livePagesHttp.open, await createUser(api), atNode(own.company.company_id)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 404, 404]);
    const { status, body } = await api.call(livePagesHttp.open, announcer, atNode(own.company.company_id));
    expect([status, body.devices]).toEqual([201, 1]);
    expect((await api.call(announcementsHttp.run, owner, { run_id: body.run_id })).body.title).toBe('Live page');
    expect((await api.call(livePagesHttp.close, owner, { page_id: body.page_id })).body.ended_by).toBe('closed');
  });

  it('with the priority of emergencies is who may start these', async () => {
    const { owner, own } = await createShops(api);
    await addDevice(api, owner, own.company);
    const announcer = await createMember(api, owner, own.company, { role: 'announcer' });
    const alarmed = await createMember(api, owner, own.company, { role: 'announcer', may_emergency: true });
    const body = { ...atNode(own.company.company_id), priority: 'emergency' };
    expect((await api.call(livePagesHttp.open, announcer, body)).status).toBe(403);
    const opened = await api.call(livePagesHttp.open, alarmed, body);
    expect(opened.status).toBe(201);
    await api.call(livePagesHttp.close, alarmed, { page_id: opened.body.page_id });
  });

  it('is no key of a program, whatever its scopes', async () => {
    const { owner, own } = await createShops(api);
    await addDevice(api, owner, own.company);
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const { company_id } = own.company;
    const { key } = await success(
      api.call(apiKeysHttp.create, owner, { name: 'Till', scopes: SCOPES, company_id, expires_at }),
    );
    const page_id = '6f1c2f9e-7d3b-4f0a-9a53-0f7d3c1e2b4a';
    const answers = await Promise.all([
      api.call(livePagesHttp.open, { key }, atNode(company_id)),
      api.call(livePagesHttp.settings, { key }),
      api.call(livePagesHttp.read, { key }, { page_id }),
      api.call(livePagesHttp.close, { key }, { page_id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });
});

describe('a page', () => {
  it('is read and ended by its speaker, the owner of the places and administrators', async () => {
    const { owner, own } = await createShops(api);
    await addDevice(api, owner, own.company);
    const announcer = await createMember(api, owner, own.company, { role: 'announcer' });
    const other = await createMember(api, owner, own.company, { role: 'announcer' });
    const { body } = await api.call(livePagesHttp.open, announcer, atNode(own.company.company_id));
    const page_id = body.page_id;
    for (const user of [announcer, owner, await createAdmin(api)])
      expect((await api.call(livePagesHttp.read, user, { page_id })).body).toMatchObject({ state: 'opening' });
    for (const user of [other, await createUser(api)]) {
      expect((await api.call(livePagesHttp.read, user, { page_id })).status).toBe(404);
      expect((await api.call(livePagesHttp.close, user, { page_id })).status).toBe(404);
    }
    expect((await api.call(livePagesHttp.close, owner, { page_id })).body.state).toBe('ended');
    expect((await api.call(livePagesHttp.close, owner, { page_id })).body.state).toBe('ended');
  });

  it('ends when the membership of the speaker ends', async () => {
    const { owner, own } = await createShops(api);
    const { serial } = await addDevice(api, owner, own.company);
    const user = await createUser(api);
    const member_id = await makeMember(api, owner, own.company, { user, role: 'announcer' });
    const talker = await mustTalk(api, (await openPage(api, user, [serial])).audio_url);
    expect((await api.call(teamsHttp.end, owner, { member_id })).status).toBe(204);
    await talker.closed;
    expect(talker.states.at(-1)).toMatchObject({ state: 'ended', ended_by: 'rights' });
  });

  it('ends with the session of the speaker', async () => {
    const { user, serial } = await createPlace(api);
    const page = await openPage(api, user, [serial]);
    const talker = await mustTalk(api, page.audio_url);
    await talker.until('it is open', ({ state }) => state === 'opening');
    await api.call(authHttp.signOut, user);
    await talker.closed;
    expect(talker.states.at(-1)).toMatchObject({ state: 'ended', ended_by: 'rights' });
  });
});

it('tells beforehand whether one can speak, and how long it is kept', async () => {
  const { user } = await createPlace(api);
  expect((await api.call(livePagesHttp.settings, user)).body).toEqual({
    available: true,
    recording_days: 30,
    recording_room: true,
  });
});
