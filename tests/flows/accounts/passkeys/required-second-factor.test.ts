import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passkeysHttp } from '@belfry/schemas/http/accounts/passkeys';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { requiredSecondFactorHttp } from '@belfry/schemas/http/accounts/required-second-factor';
import { sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../support/api.ts';
import { findAudit } from '../../../support/audit.ts';
import { createAdmin, createCompany, createUser, PASSWORD, type TestUser } from '../../../support/factories.ts';
import { flow } from '../../../support/flow.ts';
import { addPasskey, signInWith } from '../../../support/passkeys.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const require = (owner: { key: string }, required = true) =>
  api.call(requiredSecondFactorHttp.change, owner, { required });
const signIn = async ({ email }: TestUser) =>
  (await api.call(authHttp.signIn, null, { email, password: PASSWORD })).body;

/** An owner with a company, and a member of it; with a membership that ends then. */
async function createOrganisation(ends: Date | null = null) {
  const [owner, member] = [await createUser(api), await createUser(api)];
  const { company_id } = await createCompany(api, { user_id: owner.id });
  await sql`
    insert into memberships (company_id, user_id, role, rights, expires_at)
    values (${company_id}, ${member.id}, 'viewer', 1, ${ends})`.execute(api.db);
  return { owner, member };
}

async function setUpApp(key: string): Promise<number> {
  const { body } = await api.call(twoFactorHttp.enrol, { key }, { password: PASSWORD });
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate();
  return (await api.call(twoFactorHttp.confirm, { key }, { code })).status;
}

describe('an organisation that requires a second factor', () => {
  it('sees beforehand whom that concerns', async () => {
    const { owner, member } = await createOrganisation();
    const read = async () => (await api.call(requiredSecondFactorHttp.read, owner)).body;
    expect(await read()).toEqual({ required: false, people: 2, without: 2 });
    await addPasskey(api, member);
    expect(await read()).toEqual({ required: false, people: 2, without: 1 });
    expect((await require(owner)).body).toEqual({ required: true, people: 2, without: 1 });
    expect((await require(owner)).status).toBe(200);
    expect(await findAudit(api.db, 'organisation.require-second-factor', owner.id)).toMatchObject([
      { user_id: owner.id, details: { required: true } },
    ]);
    expect((await api.call(twoFactorHttp.read, member)).body).toMatchObject({ required: true });
  });

  it('is not changed by an administrator who works as its owner', async () => {
    const [owner, admin] = [await createUser(api), await createAdmin(api)];
    const opened = await api.call(userKeysHttp.impersonate, admin, { user_id: owner.id });
    expect((await require({ key: opened.body.user_key })).status).toBe(403);
  });

  it.each(['owner', 'member'] as const)(
    'lets its %s set up an app at the next sign-in, and nothing else',
    async (who) => {
      const people = await createOrganisation();
      const person = people[who];
      await require(people.owner);
      expect((await api.call(usersHttp.profile, person)).status).toBe(200);
      const { setup_key: key, ...answer } = await signIn(person);
      expect(answer).toMatchObject({ second_factor_setup_required: true, id: person.id, role: 'user' });
      expect(answer).not.toHaveProperty('user_key');
      const refused = [
        await api.call(usersHttp.profile, { key }),
        await api.call(sessionsHttp.list, { key }),
        await api.call(twoFactorHttp.read, { key }),
        await api.call(passkeysHttp.list, { key }),
        await api.call(requiredSecondFactorHttp.change, { key }, { required: false }),
      ];
      expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
      expect((await api.call(sessionsHttp.list, person)).body).toHaveLength(1);
      expect(await setUpApp(key)).toBe(200);
      expect((await api.call(usersHttp.profile, { key })).status).toBe(200);
      expect((await api.call(sessionsHttp.list, person)).body).toHaveLength(2);
      expect(await signIn(person)).toMatchObject({ two_factor_required: true, methods: ['app'] });
    },
  );

  it('lets its members add a passkey instead, which signs in without a second step', async () => {
    const { owner, member } = await createOrganisation();
    await require(owner);
    const { setup_key: key } = await signIn(member);
    const { device, recovery } = await addPasskey(api, { key, password: PASSWORD });
    expect(recovery).toHaveLength(10);
    expect((await api.call(usersHttp.profile, { key })).status).toBe(200);
    expect((await signInWith(api, device)).body).toHaveProperty('user_key');
  });

  it('does not concern those whose membership has ended, and nobody any more once it is turned off', async () => {
    const ended = await createOrganisation(new Date(Date.now() - 1_000));
    await require(ended.owner);
    expect(await signIn(ended.member)).toHaveProperty('user_key');
    const { owner, member } = await createOrganisation(new Date(Date.now() + 3_600_000));
    await require(owner);
    expect(await signIn(member)).toHaveProperty('setup_key');
    await require(owner, false);
    expect(await signIn(member)).toHaveProperty('user_key');
    expect(await findAudit(api.db, 'organisation.waive-second-factor', owner.id)).toMatchObject([
      { user_id: owner.id, details: { required: false } },
    ]);
  });

  it('keeps its people from giving up their last second factor', async () => {
    const { owner, member } = await createOrganisation();
    await require(owner);
    const { setup_key: key } = await signIn(member);
    const { id, recovery } = await addPasskey(api, { key, password: PASSWORD });
    const remove = () => api.call(passkeysHttp.remove, { key }, { id, password: PASSWORD });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await setUpApp(key)).toBe(200);
    expect((await remove()).status).toBe(204);
    const code = recovery[0];
    const off = (given: string | undefined) =>
      api.call(twoFactorHttp.disable, { key }, { password: PASSWORD, code: given });
    // The codes were replaced when the app was set up.
    expect((await off(code)).body.code).toBe('invalid_input');
    const renewed = await api.call(twoFactorHttp.replaceRecoveryCodes, { key }, { password: PASSWORD });
    expect((await off(renewed.body.recovery_codes[0])).body.code).toBe('conflict');
  });

  it('gives fifteen minutes for setting one up', async () => {
    const { owner, member } = await createOrganisation();
    await require(owner);
    const { setup_key: key, expires_at } = await signIn(member);
    const left = Date.parse(expires_at) - Date.now();
    expect(left).toBeGreaterThan(14 * 60_000);
    expect(left).toBeLessThanOrEqual(15 * 60_000 + 5_000);
    await api.db
      .updateTable('user_keys')
      .set({ expires_at: new Date() })
      .where('user_id', '=', member.id)
      .where('only_setup', '=', true)
      .execute();
    expect((await api.call(twoFactorHttp.enrol, { key }, { password: PASSWORD })).status).toBe(401);
  });
});
