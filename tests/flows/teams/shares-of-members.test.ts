import { API_KEYS_MAX, apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { INVITATIONS_PER_DAY, teamsHttp } from '@belfry/schemas/http/teams/members';
import { TRIGGERS_MAX, triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { WEBHOOKS_MAX } from '@belfry/schemas/domain/webhook-events';
import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import { MAINTENANCE_WINDOWS_MAX } from '@belfry/schemas/domain/alarms';
import { maintenanceHttp } from '@belfry/schemas/http/alarms/maintenance';
import { chimesHttp, OWN_CHIMES_MAX } from '@belfry/schemas/http/library/chimes';
import { SMS_TEMPLATES_MAX } from '@belfry/schemas/http/mail/sms';
import { templatesHttp } from '@belfry/schemas/http/mail/templates';
import { TIMETABLES_MAX, timetablesHttp } from '@belfry/schemas/http/bells/timetables';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import type { TestUser } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createAudio, tone } from '../../support/library.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/services/webhook-receiver.ts';
import { createMember, createShops } from '../../support/teams.ts';

let api: TestApi;
let receiver: WebhookReceiver;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver.stop());

type Place = { company_id: number };
let named = 0;
const KINDS = [
  {
    kind: 'keys',
    max: API_KEYS_MAX,
    create: (by: TestUser, { company_id }: Place) =>
      api.call(apiKeysHttp.create, by, {
        name: 'Till',
        scopes: ['tree:read'],
        company_id,
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      }),
  },
  {
    kind: 'webhooks',
    max: WEBHOOKS_MAX,
    create: (by: TestUser, { company_id }: Place) =>
      api.call(webhooksHttp.create, by, {
        name: 'Pager',
        url: receiver.url,
        events: ['device.offline'],
        company_id,
      }),
  },
  {
    kind: 'triggers',
    max: TRIGGERS_MAX,
    create: (by: TestUser, { company_id }: Place) =>
      api.call(triggersHttp.create, by, {
        name: 'Quiet',
        company_id,
        source: { type: 'call' },
        action: { type: 'silence', minutes: 5 },
        mode: 'ask',
        drill: false,
      }),
  },
  {
    kind: 'timetables',
    max: TIMETABLES_MAX,
    create: (by: TestUser, _: Place, owner: TestUser) =>
      api.call(timetablesHttp.create, by, {
        user_id: owner.id,
        name: `Bells ${(named += 1)}`,
        colour: 'blue',
        volume: null,
        bells: [],
      }),
  },
  {
    kind: 'templates',
    max: SMS_TEMPLATES_MAX,
    create: (by: TestUser, _: Place, owner: TestUser) =>
      api.call(templatesHttp.create, by, { user_id: owner.id, name: `Text ${(named += 1)}`, text: 'Service today' }),
  },
  {
    kind: 'chimes',
    max: OWN_CHIMES_MAX,
    create: async (by: TestUser, _: Place, owner: TestUser) => {
      const { id } = await createAudio(api, owner, tone('mp3'), { duration_ms: 400 });
      return api.call(chimesHttp.create, by, { user_id: owner.id, name: `Chime ${(named += 1)}`, audio_id: id });
    },
  },
  {
    kind: 'maintenance windows',
    max: MAINTENANCE_WINDOWS_MAX,
    create: (by: TestUser, { company_id }: Place) =>
      api.call(maintenanceHttp.create, by, {
        company_id,
        name: 'Works',
        starts_at: '2099-01-01T08:00',
        duration_minutes: 5,
      }),
  },
] as const;

test.each(KINDS)('members leave something of the $kind to each other and to the owner', async ({ max, create }) => {
  const { owner, own, other } = await createShops(api);
  const first = await createMember(api, owner, own.company, { role: 'manager' });
  const second = await createMember(api, owner, other.company, { role: 'manager' });
  const fill = async (by: TestUser, place: Place): Promise<number> => {
    for (let count = 0; ; count += 1) {
      const { status, body } = await create(by, place, owner);
      if (status === 201) continue;
      expect({ status, body }).toMatchObject({ status: 422, body: { code: 'unprocessable' } });
      return count;
    }
  };
  expect(await fill(first, own.company)).toBe(max * 0.5);
  expect(await fill(second, other.company)).toBe(max * 0.3);
  const refused = await create(second, other.company, owner);
  expect(refused.body).toMatchObject({ error: expect.stringMatching(`You: ${max * 0.3}, others: ${max * 0.5}.$`) });
  expect(await fill(owner, own.company)).toBe(max * 0.2);
  const names = await api.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [first.id, second.id])
    .execute();
  const full = await create(owner, own.company, owner);
  for (const { name } of names) expect(full.body).toMatchObject({ error: expect.stringContaining(`${name}: `) });
});

test('members who invite as often as they may leave the owner all invitations', async () => {
  onTestFinished(await changeSettings(api, { RATE_LIMIT_SCALE: '0.1' }));
  const { owner, main, own } = await createShops(api);
  const manager = await createMember(api, owner, own.company, { role: 'manager' });
  // What made the manager.
  await sql`delete from rate_limits where key like 'member-invite%'`.execute(api.db);
  const invite = (by: TestUser, { company_id }: Place, n: number) =>
    api.call(teamsHttp.add, by, { company_id, email: `p${n}-${by.id}@belfry.test`, role: 'viewer' });
  const statuses: number[] = [];
  for (let n = 0; n < 7; n += 1) statuses.push((await invite(manager, own.company, n)).status);
  const share = (INVITATIONS_PER_DAY * 0.5) / 10;
  expect(statuses.filter((status) => status === 201)).toHaveLength(share);
  const refused = await invite(manager, own.company, 9);
  expect(refused).toMatchObject({ status: 429, body: { error: expect.stringMatching(/ You: 5, others: \d+\.$/) } });
  for (let n = 0; n < INVITATIONS_PER_DAY / 10; n += 1) expect((await invite(owner, main, n)).status).toBe(201);
  const { name } = await api.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', manager.id)
    .executeTakeFirstOrThrow();
  expect((await invite(owner, main, 99)).body).toMatchObject({ error: expect.stringContaining(`${name}: 5`) });
});
