import { hashKey } from '@belfry/api/lib/keys';
import { BACKGROUND_HEADER } from '@belfry/schemas/domain/session';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { settingsHttp } from '@belfry/schemas/http/accounts/settings';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAudit } from '../../support/audit.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';

let api: TestApi;
let user: TestUser;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  user = await createUser(api);
});

type Key = { key: string };
const BACKGROUND = { headers: { [BACKGROUND_HEADER]: '1' } };
const choose = (who: Key, session_minutes: number | null) => api.call(settingsHttp.update, who, { session_minutes });
const limit = (owner: Key, max_session_minutes: number | null) =>
  api.call(settingsHttp.updateOrganisation, owner, { max_session_minutes });
const settingsOf = async (who: Key) => (await api.call(settingsHttp.read, who)).body;
const statusOf = async ({ key }: Key, as = {}) => (await api.call(usersHttp.profile, { key }, undefined, as)).status;
/** The seconds until a key ends, as stored. */
async function leftOf({ key }: Key): Promise<number> {
  const row = await api.db
    .selectFrom('user_keys')
    .select('expires_at')
    .where('key_hash', '=', hashKey(key))
    .executeTakeFirstOrThrow();
  return (row.expires_at.getTime() - Date.now()) / 1_000;
}
/** Forgets the keys that the api keeps for seconds. */
const clearCache = async () => void (await api.call(authHttp.signOut, await createUser(api)));
/** Lets minutes pass for a key: it was used and set to expire so long ago. */
async function pass({ key }: Key, minutes: number): Promise<void> {
  const by = sql`make_interval(mins => ${minutes})`;
  await api.db
    .updateTable('user_keys')
    .set({
      last_used_at: sql<Date>`last_used_at - ${by}`,
      last_active_at: sql<Date>`last_active_at - ${by}`,
      expires_at: sql<Date>`expires_at - ${by}`,
    })
    .where('key_hash', '=', hashKey(key))
    .execute();
  await clearCache();
}
/** Makes somebody a viewer of a node of the owner, until then. */
async function join(owner: TestUser, member: TestUser, until = 'infinity') {
  const { company_id } = await createCompany(api, { user_id: owner.id });
  await sql`insert into memberships (company_id, user_id, role, rights, expires_at)
    values (${company_id}, ${member.id}, 'viewer', 1, nullif(${until}, 'infinity')::timestamptz)`.execute(api.db);
}

const DAYS_29 = 29 * 86_400;

describe('what people choose for all browsers', () => {
  it('begins with defaults, and absent fields stay', async () => {
    const defaults = {
      session_minutes: null,
      system_notifications: false,
      alarm_mail: 'low',
      alarm_sms: 'critical',
      alarm_push: 'medium',
      report_mail: false,
      alarm_quiet: null,
      auto_save: true,
      max_session_minutes: null,
    };
    expect(await settingsOf(user)).toEqual(defaults);
    const changed = await api.call(settingsHttp.update, user, { auto_save: false });
    expect(changed.body).toEqual({ ...defaults, auto_save: false });
    await api.call(settingsHttp.update, user, { system_notifications: true });
    expect(await settingsOf(user)).toEqual({ ...defaults, auto_save: false, system_notifications: true });
    const quiet = { alarm_sms: 'never', alarm_quiet: { from: '22:00', to: '06:00' } } as const;
    await api.call(settingsHttp.update, user, quiet);
    expect(await settingsOf(user)).toMatchObject({ ...quiet, alarm_mail: 'low' });
    await api.call(settingsHttp.update, user, { alarm_quiet: null });
    expect(await settingsOf(user)).toMatchObject({ alarm_sms: 'never', alarm_quiet: null });
    expect((await api.call(settingsHttp.update, user, {})).status).toBe(200);
    expect(await settingsOf(await createUser(api))).toEqual(defaults);
  });

  it('is not changed by somebody who works as another person', async () => {
    const admin = await createAdmin(api);
    const { body } = await api.call(userKeysHttp.impersonate, admin, { user_id: user.id });
    const opened = { key: body.user_key };
    expect((await choose(opened, 30)).status).toBe(403);
    expect((await limit(opened, 30)).status).toBe(403);
    expect((await settingsOf(opened)).session_minutes).toBeNull();
    const session = await api.call(settingsHttp.session, opened);
    expect(session.body.session_minutes).toBeNull();
    expect(session.body.ends_in_s).toBeLessThanOrEqual(3_600);
  });

  it.each([29, 481, 30.5])('refuses a time-out of %d minutes', async (minutes) => {
    expect((await choose(user, minutes)).status).toBe(400);
    expect((await limit(user, minutes)).status).toBe(400);
  });
});

describe('a session with a time-out', () => {
  it('ends when it was not used for that long, and lives on when it was', async () => {
    expect((await choose(user, 30)).body.session_minutes).toBe(30);
    const { body } = await api.call(settingsHttp.session, user);
    expect(body.session_minutes).toBe(30);
    expect(body.ends_in_s).toBeGreaterThan(1_790);
    await pass(user, 29);
    expect(await statusOf(user)).toBe(200);
    expect(await leftOf(user)).toBeGreaterThan(1_790);
    await pass(user, 29);
    expect(await statusOf(user)).toBe(200);
    await pass(user, 31);
    expect(await statusOf(user)).toBe(401);
    expect(await statusOf(user)).toBe(401);
  });

  it('is not extended by what the page fetches by itself, also just before the person uses it', async () => {
    await choose(user, 30);
    await pass(user, 20);
    expect(await statusOf(user, BACKGROUND)).toBe(200);
    expect((await api.call(settingsHttp.session, user, undefined, BACKGROUND)).body.ends_in_s).toBeLessThanOrEqual(600);
    expect(await leftOf(user)).toBeLessThanOrEqual(600);
    expect(await statusOf(user)).toBe(200);
    expect(await leftOf(user)).toBeGreaterThan(1_790);
    await pass(user, 31);
    expect(await statusOf(user, BACKGROUND)).toBe(401);
  });

  it('is the same in all sessions of the person: those that are idle for longer end at once', async () => {
    const other = await signedIn();
    await pass(other, 90);
    expect(await statusOf(other, BACKGROUND)).toBe(200);
    await choose(user, 60);
    expect(await statusOf(other)).toBe(401);
    expect(await statusOf(user)).toBe(200);
    const next = await signedIn();
    expect(await leftOf(next)).toBeLessThanOrEqual(3_600);
  });

  it('has thirty days again without it, which also the page extends', async () => {
    await choose(user, 30);
    await choose(user, null);
    expect(await leftOf(user)).toBeGreaterThan(DAYS_29);
    await pass(user, 5 * 1_440);
    expect(await statusOf(user, BACKGROUND)).toBe(200);
    expect(await leftOf(user)).toBeGreaterThan(DAYS_29);
  });

  it('is no business of a key that an administrator was shown', async () => {
    const admin = await createAdmin(api);
    const shown = await api.call(userKeysHttp.updateKey, admin, { user_id: user.id });
    const key = { key: shown.body.user_key };
    const own = await signedIn();
    await choose(own, 30);
    expect(await leftOf(key)).toBeGreaterThan(DAYS_29);
    await pass(key, 60);
    expect(await statusOf(key)).toBe(200);
    expect(await leftOf(key)).toBeGreaterThan(DAYS_29);
  });

  async function signedIn(): Promise<Key> {
    const { body } = await api.call(authHttp.signIn, null, { email: user.email, password: user.password });
    return { key: body.user_key };
  }
});

describe('the maximum of an organisation', () => {
  it('holds for the owner and all members, and ends what is idle for longer', async () => {
    const [member, stranger] = [await createUser(api), await createUser(api)];
    await join(user, member);
    for (const one of [member, stranger]) await pass(one, 90);
    expect((await limit(user, 60)).body).toEqual({ max_session_minutes: 60 });
    expect((await api.call(settingsHttp.readOrganisation, user)).body).toEqual({ max_session_minutes: 60 });
    expect(await statusOf(member)).toBe(401);
    expect(await statusOf(stranger)).toBe(200);
    expect(await statusOf(user)).toBe(200);
    expect(await leftOf(user)).toBeLessThanOrEqual(3_600);
    const rows = await findAudit(api.db, 'organisation.limit-sessions', user.id);
    expect(rows).toMatchObject([{ user_id: user.id, details: { max_session_minutes: 60 } }]);
    await limit(user, null);
    expect(await findAudit(api.db, 'organisation.lift-session-limit', user.id)).toHaveLength(1);
    expect(await findAudit(api.db, 'organisation.limit-sessions', user.id)).toHaveLength(1);
  });

  it('cannot be exceeded by a member, who may choose less', async () => {
    const member = await createUser(api);
    await join(user, member);
    await limit(user, 60);
    const refused = await choose(member, 240);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ details: [{ path: 'session_minutes' }] });
    expect((await settingsOf(member)).max_session_minutes).toBe(60);
    await choose(member, 30);
    expect((await api.call(settingsHttp.session, member)).body.session_minutes).toBe(30);
    await choose(member, null);
    expect((await api.call(settingsHttp.session, member)).body.session_minutes).toBe(60);
  });

  it('is the shortest of several, without those whose membership has ended', async () => {
    const [other, past, member] = [await createUser(api), await createUser(api), await createUser(api)];
    await join(user, member);
    await join(other, member);
    await join(past, member, '2020-01-01');
    await limit(user, 240);
    await limit(other, 120);
    await limit(past, 30);
    expect((await settingsOf(member)).max_session_minutes).toBe(120);
    await limit(other, null);
    expect((await settingsOf(member)).max_session_minutes).toBe(240);
  });

  it('holds from the moment at which somebody becomes a member', async () => {
    const member = await createUser(api);
    await limit(user, 60);
    await pass(member, 90);
    await join(user, member);
    await clearCache();
    expect(await statusOf(member)).toBe(401);
  });
});
