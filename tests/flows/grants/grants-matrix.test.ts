import { GRANT_KIND_NAMES, GRANT_KINDS, type GrantKind } from '@belfry/schemas/domain/grants';
import { invitationsHttp } from '@belfry/schemas/http/accounts/invitations';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { alarmRulesHttp } from '@belfry/schemas/http/alarms/rules';
import { apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { grantsHttp } from '@belfry/schemas/http/grants';
import { homeAssistantHttp } from '@belfry/schemas/http/home-assistant';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { accessHttp } from '@belfry/schemas/http/teams/access';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { newRegistration } from '../../support/accounts.ts';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { success } from '../../support/http-client.ts';
import { mailTo, tokenIn } from '../../support/outbox.ts';
import { scheduleBody } from '../../support/programmes.ts';
import { createShops, makeMember } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const HOUR_MS = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** A manager of a shop of somebody else, who grants something there; of the installation it is an administrator. */
async function createGiver(kind: GrantKind) {
  const chain = await createShops(api);
  const giver = kind === 'registration_invitation' ? await createAdmin(api) : await createUser(api);
  const granted = { user: giver, role: 'manager', may_emergency: true, expires_at: inHours(5) } as const;
  const member_id = await makeMember(api, chain.owner, chain.own.company, granted);
  const root = await createUser(api, { role: 'root' });
  const decider = kind === 'registration_invitation' ? root : chain.owner;
  return { chain, giver, member_id, root, decider, company_id: chain.own.company.company_id };
}
type Giver = Awaited<ReturnType<typeof createGiver>>;

/** What was granted: its id, the secret that only the giver knows, and whether it works. */
type Granted = { id: number; secret?: string; works: (secret?: string) => Promise<boolean> };

/** How each kind is granted. A new kind needs an entry, and gets its rows of the matrix with it. */
const GRANT: Record<GrantKind, (of: Giver) => Promise<Granted>> = {
  async member_invitation({ giver, company_id }) {
    const { email } = newRegistration();
    const body = { company_id, email, role: 'viewer', expires_at: inHours(1) } as const;
    const { invitation_id } = await success(api.call(teamsHttp.add, giver, body));
    const secret = tokenIn((await mailTo(api, email)).text);
    const works = async (token = secret) => (await api.call(teamsHttp.readInvitation, null, { token })).status === 200;
    return { id: invitation_id, secret, works };
  },
  async registration_invitation({ giver }) {
    const registration = newRegistration();
    const { id } = await success(api.call(invitationsHttp.invite, giver, { email: registration.email }));
    const secret = tokenIn((await mailTo(api, registration.email)).text);
    const works = async (invitation = secret) =>
      (await api.call(registrationHttp.register, null, { ...registration, invitation })).status === 200;
    return { id, secret, works };
  },
  async api_key({ giver, company_id }) {
    const body = { name: 'Till', scopes: ['tree:read' as const], company_id, expires_at: inHours(1) };
    const { id, key: secret } = await success(api.call(apiKeysHttp.create, giver, body));
    const works = async (key = secret) => (await api.call(accessHttp.rights, { key })).status !== 401;
    return { id, secret, works };
  },
  async webhook({ giver, company_id, chain }) {
    const body = {
      name: 'Tickets',
      url: 'https://93.184.215.14/hook',
      events: ['device.offline' as const],
      company_id,
    };
    const { id } = await success(api.call(webhooksHttp.create, giver, body));
    return { id, works: async () => (await success(api.call(webhooksHttp.read, chain.owner, { id }))).enabled };
  },
  async home_assistant({ giver, company_id, chain }) {
    const body = { name: 'Home', url: 'mqtt://127.0.0.1:2', username: '', allows: ['say' as const], company_id };
    const { id } = await success(api.call(homeAssistantHttp.create, giver, body));
    return { id, works: async () => (await success(api.call(homeAssistantHttp.read, chain.owner, { id }))).enabled };
  },
  async scenario({ giver, company_id, chain }) {
    const body = { name: 'Quiet', company_id, actions: [{ kind: 'silence' as const, minutes: 5 }] };
    const { id } = await success(api.call(scenariosHttp.create, giver, body));
    return { id, works: async () => (await success(api.call(scenariosHttp.read, chain.owner, { id }))).enabled };
  },
  async trigger({ giver, company_id, chain }) {
    const { id } = await success(
      api.call(triggersHttp.create, giver, {
        name: 'Quiet',
        company_id,
        source: { type: 'hook' },
        action: { type: 'silence', minutes: 5 },
        mode: 'automatic',
        drill: false,
      }),
    );
    return { id, works: async () => (await success(api.call(triggersHttp.read, chain.owner, { id }))).enabled };
  },
  async schedule({ giver, company_id, chain }) {
    const body = { ...scheduleBody([company_id]), user_id: chain.owner.id };
    const { id } = await success(api.call(schedulesHttp.create, giver, body));
    return { id, works: async () => (await success(api.call(schedulesHttp.read, chain.owner, { id }))).enabled };
  },
  async responsible_people({ giver, company_id, chain }) {
    const people = [{ name: 'Ada', email: giver.email, phone: null, language: 'en' as const }];
    await success(api.call(responsiblePeopleHttp.replace, giver, { company_id, people }));
    const read = () => success(api.call(responsiblePeopleHttp.read, chain.owner, { company_id }));
    return { id: company_id, works: async () => (await read()).people.length === 1 };
  },
  async alarm_rule({ giver, company_id, chain }) {
    const body = { company_id, kind: 'temperature', delay_s: 77 } as const;
    const { rule_id: id } = await success(api.call(alarmRulesHttp.create, giver, body));
    const effective = () => success(api.call(alarmRulesHttp.effective, chain.owner, { company_id }));
    const works = async () => (await effective()).some(({ delay_s }) => delay_s.value === 77);
    return { id, works };
  },
};

/** What happens to whoever has granted it. */
const EVENTS = {
  removed: ({ root, giver, chain, member_id }: Giver, ofInstallation: boolean) =>
    ofInstallation
      ? success(api.call(userChangesHttp.remove, root, { id: giver.id }))
      : success(api.call(teamsHttp.end, chain.owner, { member_id })),
  lowered: ({ root, giver, chain, member_id }: Giver, ofInstallation: boolean) =>
    ofInstallation
      ? success(api.call(userChangesHttp.edit, root, { user_id: giver.id, role: 'user' }))
      : success(api.call(teamsHttp.change, chain.owner, { member_id, role: 'viewer' })),
  blocked: ({ root, giver }: Giver) =>
    success(api.call(userChangesHttp.block, root, { user_id: giver.id, blocked: true })),
  // The clock of the lent api is that of its neighbours.
  expired: ({ member_id }: Giver) =>
    api.db
      .updateTable('memberships')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('member_id', '=', member_id)
      .execute(),
} as const;
type Event = keyof typeof EVENTS;

const stoppedFor = async ({ decider }: Giver, kind: GrantKind, id: number) =>
  (await success(api.call(grantsHttp.stopped, decider))).find((row) => row.kind === kind && row.grant_id === id);

const CASES = GRANT_KIND_NAMES.flatMap((kind) =>
  (Object.keys(EVENTS) as Event[])
    // Nobody administers the installation until a time.
    .filter((event) => kind !== 'registration_invitation' || event !== 'expired')
    .map((event) => [kind, event] as const),
);

describe('what somebody has granted stops when they are', () => {
  flow.for(CASES)('%s, %s, and goes on when it is kept', async ([kind, event]) => {
    const of = await createGiver(kind);
    const granted = await GRANT[kind](of);
    if (kind !== 'registration_invitation') expect(await granted.works()).toBe(true);
    await EVENTS[event](of, kind === 'registration_invitation');
    if (event === 'expired') await until('it has stopped', granted.works, (works) => !works);
    expect(await granted.works()).toBe(false);
    const shown = await stoppedFor(of, kind, granted.id);
    expect(shown).toMatchObject({ granted_by: expect.any(String) as string });
    if (event !== 'expired') expect(shown?.reason).toBe(event);
    const key = { kind, grant_id: granted.id };
    expect((await api.call(grantsHttp.keep, await createUser(api), key)).status).toBe(404);
    expect((await api.call(grantsHttp.keep, of.decider, key)).status).toBe(204);
    expect(await stoppedFor(of, kind, granted.id)).toBeUndefined();
    expect(await granted.works()).toBe(true);
  });
});

describe('what has stopped', () => {
  flow.for(GRANT_KIND_NAMES)('is taken over with another secret: %s', async (kind) => {
    const of = await createGiver(kind);
    const granted = await GRANT[kind](of);
    await EVENTS.lowered(of, kind === 'registration_invitation');
    const { secret } = await success(api.call(grantsHttp.takeOver, of.decider, { kind, grant_id: granted.id }));
    expect(secret !== null).toBe(['api_key', 'webhook', 'trigger'].includes(kind));
    // Links are mailed again; those of the giver, and a key, open nothing any more.
    if (granted.secret !== undefined) expect(await granted.works()).toBe(false);
    if (kind === 'api_key') expect(await granted.works(secret ?? '')).toBe(true);
    if (granted.secret === undefined) expect(await granted.works()).toBe(true);
  });

  flow.for(GRANT_KIND_NAMES)('is ended: %s', async (kind) => {
    const of = await createGiver(kind);
    const { id } = await GRANT[kind](of);
    await EVENTS.lowered(of, kind === 'registration_invitation');
    expect((await api.call(grantsHttp.end, of.decider, { kind, grant_id: id })).status).toBe(204);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from grants where kind = ${kind} and id = ${id}`.execute(api.db);
    expect(rows[0]?.n).toBe(0);
  });
});

describe('after a change of the password', () => {
  flow.for(GRANT_KIND_NAMES)('the person is asked what goes on: %s', async (kind) => {
    const of = await createGiver(kind);
    const { giver } = of;
    const { id, works } = await GRANT[kind](of);
    const own = () => success(api.call(grantsHttp.own, giver));
    expect((await own()).asked).toBe(false);
    const passwords = { currentPassword: giver.password, newPassword: 'Another-1' };
    await success(api.call(passwordsHttp.change, giver, passwords));
    const { asked, grants } = await own();
    const { hasSecret } = GRANT_KINDS[kind];
    expect([asked, grants.some((row) => row.kind === kind && row.grant_id === id)]).toEqual([hasSecret, hasSecret]);
    if (!hasSecret) return expect(await works()).toBe(true);
    expect((await api.call(grantsHttp.review, giver, { end: [{ kind, grant_id: id }] })).status).toBe(204);
    expect(await own()).toEqual({ asked: false, grants: [] });
  });
});

flow('a trigger that somebody else changes has another secret for its hook', async () => {
  const of = await createGiver('trigger');
  const { id } = await GRANT.trigger(of);
  const { revision, name, source, action, mode, drill } = await success(api.call(triggersHttp.read, of.giver, { id }));
  const body = { id, revision, name: `${name} again`, source, action, mode, drill, enabled: true };
  const own = await success(api.call(triggersHttp.change, of.giver, body));
  const taken = await success(api.call(triggersHttp.change, of.chain.owner, { ...body, revision: own.revision }));
  expect([own.secret, taken.secret]).toEqual([null, expect.stringMatching(/^whsec_/)]);
});

flow('who changes from one role to another loses nothing in between', async () => {
  const of = await createGiver('webhook');
  const { works } = await GRANT.webhook(of);
  await api.db.transaction().execute(async (trx) => {
    const { member_id: _, ...row } = await trx
      .deleteFrom('memberships')
      .where('member_id', '=', of.member_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await trx.insertInto('memberships').values(row).execute();
  });
  expect(await works()).toBe(true);
});

flow('what a program has made stops with its key, and not when the key is only ended', async () => {
  const of = await createGiver('api_key');
  const body = {
    name: 'Planner',
    scopes: ['schedules:write' as const],
    company_id: of.company_id,
    expires_at: inHours(1),
  };
  const make = async (): Promise<{ key: number; schedule: number }> => {
    const { id, key } = await success(api.call(apiKeysHttp.create, of.giver, body));
    const schedule = { ...scheduleBody([of.company_id]), user_id: of.chain.owner.id };
    return { key: id, schedule: (await success(api.call(schedulesHttp.create, { key }, schedule))).id };
  };
  const [ended, stopped] = [await make(), await make()];
  await success(api.call(apiKeysHttp.remove, of.giver, { id: ended.key }));
  await EVENTS.removed(of, false);
  const isOn = async (id: number) => (await success(api.call(schedulesHttp.read, of.chain.owner, { id }))).enabled;
  expect([await isOn(ended.schedule), await isOn(stopped.schedule)]).toEqual([true, false]);
});

flow('every kind of the contract is in the database', async () => {
  const { rows } = await sql<{ definition: string }>`select pg_get_viewdef('grants'::regclass) as definition`.execute(
    api.db,
  );
  const kinds = [...(rows[0]?.definition ?? '').matchAll(/SELECT '([a-z_]+)'/g)].map(([, kind]) => kind);
  expect(new Set(kinds)).toEqual(new Set(GRANT_KIND_NAMES));
});

/** Who has made or done something that goes on without being a grant, and why it may. */
const NO_GRANTS: Record<string, string> = {
  'alarms.acknowledged_by': 'an act',
  'announcement_runs.started_by': 'ends with the right to it',
  'audio.created_by': 'content, heard by what plays it',
  'backup_settings.updated_by': 'a setting of the installation',
  'backups.started_by': 'an act',
  'bell_timetables.created_by': 'content, heard by the schedule that rings it',
  'chimes.created_by': 'content',
  'command_runs.issued_by': 'an act',
  'commands.issued_by': 'an act',
  'device_configs.saved_by': 'an act',
  'device_groups.created_by': 'content',
  'dictionary_entries.created_by': 'content',
  'firmware_archives.added_by': 'content of the installation',
  'firmware_rollouts.started_by': 'an act of administrators',
  'holiday_calendars.created_by': 'content',
  'log_level.set_by': 'ends by itself within a day',
  'maintenance_windows.created_by': 'ends by itself',
  'memberships.created_by': 'people have accepted it (GRANT-2)',
  'messages.created_by': 'content',
  'pages.opened_by': 'ends with the right to it',
  'playlists.created_by': 'content',
  'sample_runs.started_by': 'an act',
  'sms_templates.created_by': 'content',
  'stations.created_by': 'content',
  'contact_groups.created_by': 'content',
  'destinations.created_by': 'content, to which scenarios write',
  'screens.created_by': 'a display of the organisation, which whoever manages its node sees and removes',
  'scenario_runs.confirmed_by': 'an act',
  'scenario_runs.ended_by': 'an act',
  'scenario_runs.started_by': 'an act; it works with the rights of who has prepared it',
  'stopped_grants.granted_by': 'what has stopped',
  'trigger_firings.decided_by': 'an act',
  'user_keys.made_by': 'a session of an administrator, which ends with theirs',
  'voice_packs.accepted_by': 'an act',
};

flow('whatever names who has made it is a grant, or is told here why not', async () => {
  const { rows } = await sql<{ name: string; is_grant: boolean }>`
    select c.table_name || '.' || c.column_name as name, v.view_name is not null as is_grant
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    left join information_schema.view_column_usage v
      on v.view_name = 'grants' and v.table_name = c.table_name and v.column_name = c.column_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name like '%\\_by' and c.data_type = 'integer'`.execute(
    api.db,
  );
  const others = rows.filter(({ is_grant }) => !is_grant).map(({ name }) => name);
  expect(others.sort()).toEqual(Object.keys(NO_GRANTS).sort());
});
