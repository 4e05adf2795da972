import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passkeysHttp } from '@belfry/schemas/http/accounts/passkeys';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../support/api.ts';
import { findAudit } from '../../../support/audit.ts';
import { createAdmin, createUser, PASSWORD, type TestUser } from '../../../support/factories.ts';
import { flow } from '../../../support/flow.ts';
import { mailTo } from '../../../support/outbox.ts';
import { addPasskey, Authenticator, signInWith } from '../../../support/passkeys.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const list = async (user: TestUser) => (await api.call(passkeysHttp.list, user)).body;
const begin = (user: { key: string }, proof: object = { password: PASSWORD }) =>
  api.call(passkeysHttp.beginRegistration, user, proof);
const finish = (user: { key: string }, response: object, name?: string) =>
  api.call(passkeysHttp.finishRegistration, user, { response, name });
const made = async (user: { key: string }, device = new Authenticator()) => device.create((await begin(user)).body);

describe('adding a passkey', () => {
  it('needs the password, tells its person by mail, and comes with recovery codes the first time', async () => {
    const user = await createUser(api);
    expect(await begin(user, { password: 'Wrong-1' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_password', details: [{ path: 'password' }] },
    });
    expect((await begin(user, {})).status).toBe(400);
    const first = await addPasskey(api, user, { name: 'Laptop' });
    expect(new Set(first.recovery).size).toBe(10);
    expect((await mailTo(api, user.email)).subject).toContain('“Laptop” was added');
    expect(await findAudit(api.db, 'passkey.add', user.id)).toMatchObject([
      { user_id: user.id, details: { passkey: 'Laptop' } },
    ]);
    const second = await addPasskey(api, user);
    expect(second.recovery).toEqual([]);
    expect(await list(user)).toMatchObject([
      { id: second.id, last_used_at: null, set_aside_at: null },
      { id: first.id, name: 'Laptop' },
    ]);
    expect((await api.call(twoFactorHttp.read, user)).body).toMatchObject({ enabled: false, passkeys: 2 });
  });

  it('is named after browser and system where it gets no name', async () => {
    const user = await createUser(api);
    const response = await made(user);
    const headers = { 'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X) Firefox/140.0' };
    const { body } = await api.call(passkeysHttp.finishRegistration, user, { response }, { headers });
    expect(body.passkey.name).toBe('Firefox, macOS');
  });

  it('accepts a recovery code instead of the password, once', async () => {
    const user = await createUser(api);
    const { recovery } = await addPasskey(api, user);
    const [code = ''] = recovery;
    expect((await begin(user, { code: 'aaaa-bbbb-cccc' })).body.code).toBe('invalid_input');
    expect((await begin(user, { code })).status).toBe(200);
    expect((await begin(user, { code })).status).toBe(400);
  });

  it('tells the browser the limits and what is registered, and nothing of the account but its names', async () => {
    const user = await createUser(api);
    const { device } = await addPasskey(api, user);
    const { body } = await begin(user);
    expect(body).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: user.email },
      excludeCredentials: [{ id: device.id.toString('base64url'), transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
  });

  it('is possible once with a challenge, and with that session only', async () => {
    const user = await createUser(api);
    const response = await made(user);
    const other = await api.call(authHttp.signIn, null, { email: user.email, password: PASSWORD });
    expect((await finish({ key: other.body.user_key }, response)).body.code).toBe('challenge_expired');
    const stranger = await createUser(api);
    expect((await finish(stranger, response)).body.code).toBe('challenge_expired');
    const answers = await Promise.all([finish(user, response), finish(user, response)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 410]);
    expect(await list(user)).toHaveLength(1);
  });

  it.each([
    ['from another port', { origin: 'http://localhost:1' }, 403],
    ['with another scheme', { origin: 'https://localhost:0' }, 403],
    ['from a frame of another page', { crossOrigin: true }, 403],
    ['for another host', { rpId: 'evil.example' }, 422],
    ['without having verified the person', { verified: false }, 422],
  ])('is refused %s', async (_what, options, status) => {
    const user = await createUser(api);
    const { body } = await begin(user);
    expect((await finish(user, new Authenticator().create(body, options))).status).toBe(status);
    expect(await list(user)).toEqual([]);
  });

  it('is refused with a certificate, which would be checked at addresses in it', async () => {
    const user = await createUser(api);
    const { body } = await begin(user);
    const response = new Authenticator().create(body, {}, true);
    expect((await finish(user, response)).status).toBe(422);
  });

  it('is refused for a passkey that somebody has registered', async () => {
    const user = await createUser(api);
    const { device } = await addPasskey(api, user);
    const other = await createUser(api);
    for (const person of [user, other]) {
      expect(await finish(person, await made(person, device))).toMatchObject({
        status: 409,
        body: { code: 'conflict', error: 'This passkey is registered already.' },
      });
    }
  });

  it('ends at ten, also for concurrent calls', async () => {
    const user = await createUser(api);
    for (let count = 0; count < 9; count += 1) await addPasskey(api, user);
    const responses = [await made(user), await made(user), await made(user)];
    const answers = await Promise.all(responses.map((response) => finish(user, response)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
    expect((await begin(user)).body.code).toBe('conflict');
    expect(await list(user)).toHaveLength(10);
  });

  it('is refused to an administrator who works as this person, as is everything about passkeys', async () => {
    const [user, admin] = [await createUser(api), await createAdmin(api)];
    const { id } = await addPasskey(api, user);
    const response = await made(user);
    const opened = await api.call(userKeysHttp.impersonate, admin, { user_id: user.id });
    const as = { key: opened.body.user_key };
    const answers = [
      await begin(as),
      await finish(as, response),
      await api.call(passkeysHttp.list, as),
      await api.call(passkeysHttp.rename, as, { id, name: 'Mine' }),
      await api.call(passkeysHttp.remove, as, { id, password: PASSWORD }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });
});

describe('a passkey of the list', () => {
  it('is renamed and removed by its person only', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const { id, device } = await addPasskey(api, user);
    expect((await api.call(passkeysHttp.rename, other, { id, name: 'Mine' })).status).toBe(404);
    expect((await api.call(passkeysHttp.remove, other, { id, password: PASSWORD })).status).toBe(404);
    expect((await api.call(passkeysHttp.rename, user, { id, name: ' ' })).status).toBe(400);
    expect((await api.call(passkeysHttp.rename, user, { id, name: ' Phone ' })).body).toMatchObject({ name: 'Phone' });
    expect((await api.call(passkeysHttp.remove, user, { id, password: 'Wrong-1' })).body.code).toBe('wrong_password');
    expect((await api.call(passkeysHttp.remove, user, { id, password: PASSWORD })).status).toBe(204);
    expect(await list(user)).toEqual([]);
    expect((await mailTo(api, user.email, 2)).subject).toContain('“Phone” was removed');
    for (const action of ['passkey.rename', 'passkey.remove']) {
      expect(await findAudit(api.db, action, user.id)).toMatchObject([{ details: { passkey: 'Phone' } }]);
    }
    expect((await signInWith(api, device)).body.code).toBe('wrong_credentials');
    const state = (await api.call(twoFactorHttp.read, user)).body;
    expect(state).toMatchObject({ passkeys: 0, recovery_codes_left: 0 });
  });

  it('ends with the second factor that an administrator turns off', async () => {
    const [user, admin] = [await createUser(api), await createAdmin(api)];
    const { device } = await addPasskey(api, user);
    expect((await api.call(userKeysHttp.resetTwoFactor, admin, { user_id: user.id })).status).toBe(200);
    expect((await signInWith(api, device)).body.code).toBe('wrong_credentials');
    const login = await api.call(authHttp.signIn, null, { email: user.email, password: PASSWORD });
    expect(login.body).toHaveProperty('user_key');
  });
});
