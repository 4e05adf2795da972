import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passkeysHttp } from '@belfry/schemas/http/accounts/passkeys';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../support/api.ts';
import { findAudit } from '../../../support/audit.ts';
import { createUser, PASSWORD, type TestUser } from '../../../support/factories.ts';
import { flow } from '../../../support/flow.ts';
import { mailTo } from '../../../support/outbox.ts';
import { addPasskey, Authenticator, signInWith } from '../../../support/passkeys.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const list = async (user: TestUser) => (await api.call(passkeysHttp.list, user)).body;
const update = (user: TestUser, changes: object) =>
  api.db.updateTable('users').set(changes).where('id', '=', user.id).execute();
const challengeOf = async ({ email }: TestUser, password = PASSWORD): Promise<string> =>
  (await api.call(authHttp.signIn, null, { email, password })).body.challenge;
const code = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code;

describe('a sign-in with a passkey', () => {
  it('needs neither email nor password', async () => {
    const user = await createUser(api);
    const { device } = await addPasskey(api, user);
    const { status, body } = await signInWith(api, device);
    expect({ status, id: body.id, role: body.role }).toEqual({ status: 200, id: user.id, role: 'user' });
    expect((await api.call(usersHttp.profile, { key: body.user_key })).status).toBe(200);
    expect((await list(user))[0]?.last_used_at).not.toBeNull();
  });

  it('works again, also with one that does not count', async () => {
    const user = await createUser(api);
    for (const device of [new Authenticator(), new Authenticator(null)]) {
      await addPasskey(api, user, { device });
      for (let count = 0; count < 3; count += 1) expect((await signInWith(api, device)).status).toBe(200);
    }
  });

  it('asks nobody in particular, and stores nothing for it', async () => {
    const before = await api.call(passkeysHttp.beginSignIn, null);
    const again = await api.call(passkeysHttp.beginSignIn, null);
    expect(before.body).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    expect(again.body.challenge).not.toBe(before.body.challenge);
  });

  it('gets the same answer for an unknown passkey and for one that does not fit', async () => {
    const user = await createUser(api);
    const { device } = await addPasskey(api, user);
    const forged = new Authenticator();
    device.id.copy(forged.id);
    const answers = [
      await signInWith(api, new Authenticator()),
      await signInWith(api, forged),
      await signInWith(api, device, { verified: false }),
      await signInWith(api, device, { rpId: 'evil.example' }),
    ];
    const [first] = answers;
    expect(first).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
    for (const { status, body } of answers) expect([status, body.error]).toEqual([401, first?.body.error]);
    expect((await signInWith(api, device)).status).toBe(200);
  });

  it.each([['http://localhost:1'], ['https://localhost:0'], ['http://evil.example']])(
    'is refused on a page of %s',
    async (origin) => {
      const { device } = await addPasskey(api, await createUser(api));
      expect(await signInWith(api, device, { origin })).toMatchObject({
        status: 403,
        body: { code: 'origin_refused', error: 'Passkeys of this installation work at http://localhost:0 only.' },
      });
      expect((await signInWith(api, device, { crossOrigin: true })).status).toBe(403);
    },
  );

  it('is possible once with a challenge, also for concurrent calls', async () => {
    const { device } = await addPasskey(api, await createUser(api));
    const { body } = await api.call(passkeysHttp.beginSignIn, null);
    const response = device.sign(body);
    const send = () => api.call(passkeysHttp.finishSignIn, null, { response });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410, 410]);
    expect(await code(send())).toBe('challenge_expired');
    const invented = device.sign({ ...body, challenge: Buffer.alloc(54).toString('base64url') });
    expect(await code(api.call(passkeysHttp.finishSignIn, null, { response: invented }))).toBe('challenge_expired');
  });

  it.each([
    ['blocked', { blocked: true }, 'account_blocked'],
    ['suspended', { active: false }, 'account_blocked'],
    ['unconfirmed', { email_confirm: false }, 'email_not_confirmed'],
  ])('tells a %s person the same as a sign-in with the password', async (_what, changes, expected) => {
    const user = await createUser(api);
    const { device } = await addPasskey(api, user);
    await update(user, changes);
    expect(await code(signInWith(api, device))).toBe(expected);
  });

  it('outlasts another password, which ends the other sessions', async () => {
    const user = await createUser(api);
    const { device } = await addPasskey(api, user);
    const { body } = await signInWith(api, device);
    const passwords = { currentPassword: PASSWORD, newPassword: 'Changed-1' };
    expect((await api.call(passwordsHttp.change, user, passwords)).status).toBe(200);
    expect((await api.call(usersHttp.profile, { key: body.user_key })).status).toBe(401);
    expect((await signInWith(api, device)).status).toBe(200);
  });
});

describe('a passkey whose counter goes back', () => {
  it('is set aside, and its person is told which one it is', async () => {
    const user = await createUser(api);
    const { device } = await addPasskey(api, user, { name: 'Stick' });
    for (let count = 0; count < 2; count += 1) expect((await signInWith(api, device)).status).toBe(200);
    device.counter = 0;
    expect(await signInWith(api, device)).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
    device.counter = 100;
    expect((await signInWith(api, device)).status).toBe(401);
    expect((await list(user))[0]).toMatchObject({ name: 'Stick', set_aside_at: expect.any(String) });
    expect((await mailTo(api, user.email, 2)).subject).toContain('“Stick” of your Belfry account may have been copied');
    expect(await findAudit(api.db, 'passkey.set-aside', user.id)).toMatchObject([{ details: { passkey: 'Stick' } }]);
  });

  it('is not set aside by somebody who cannot sign with it', async () => {
    const user = await createUser(api);
    const { device } = await addPasskey(api, user);
    await signInWith(api, device);
    const forged = new Authenticator();
    device.id.copy(forged.id);
    expect((await signInWith(api, forged)).status).toBe(401);
    expect((await list(user))[0]?.set_aside_at).toBeNull();
  });

  it('is a second factor still, so that a copy does not turn it off', async () => {
    const user = await createUser(api);
    const { device, recovery } = await addPasskey(api, user);
    await signInWith(api, device);
    device.counter = 0;
    await signInWith(api, device);
    const { body } = await api.call(authHttp.signIn, null, { email: user.email, password: PASSWORD });
    expect(body).toMatchObject({ two_factor_required: true, methods: [] });
    const challenge = body.challenge;
    expect(await code(api.call(passkeysHttp.beginSignIn, null, { challenge }))).toBe('conflict');
    const second = await api.call(authHttp.completeSignIn, null, { challenge, code: recovery[0] });
    expect(second.status).toBe(200);
  });
});

describe('a passkey as the second step after the password', () => {
  it('is asked for, or else a recovery code', async () => {
    const user = await createUser(api);
    const { device, recovery } = await addPasskey(api, user);
    const login = await api.call(authHttp.signIn, null, { email: user.email, password: PASSWORD });
    expect(login.body).toMatchObject({ two_factor_required: true, methods: ['passkey'] });
    const { challenge } = login.body;
    const { body: options } = await api.call(passkeysHttp.beginSignIn, null, { challenge });
    expect(options).toMatchObject({
      userVerification: 'preferred',
      allowCredentials: [{ id: device.id.toString('base64url') }],
    });
    const second = await signInWith(api, device, { challenge, verified: false });
    expect(second).toMatchObject({ status: 200, body: { id: user.id } });
    expect(await code(api.call(passkeysHttp.beginSignIn, null, { challenge }))).toBe('challenge_expired');
    const next = await challengeOf(user);
    const byCode = await api.call(authHttp.completeSignIn, null, { challenge: next, code: recovery[0] });
    expect(byCode.status).toBe(200);
  });

  it('is refused with the passkey of somebody else', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    await addPasskey(api, user);
    const { device } = await addPasskey(api, other);
    expect(await code(signInWith(api, device, { challenge: await challengeOf(user) }))).toBe('wrong_credentials');
  });

  it('belongs to this first step: no challenge of another one, and none of a sign-in without password', async () => {
    const user = await createUser(api);
    const { device } = await addPasskey(api, user);
    const [one, two] = [await challengeOf(user), await challengeOf(user)];
    const ofOne = device.sign((await api.call(passkeysHttp.beginSignIn, null, { challenge: one })).body);
    expect(await code(api.call(passkeysHttp.finishSignIn, null, { response: ofOne, challenge: two }))).toBe(
      'challenge_expired',
    );
    expect(await code(api.call(passkeysHttp.finishSignIn, null, { response: ofOne }))).toBe('challenge_expired');
    expect(await code(api.call(passkeysHttp.beginSignIn, null, { challenge: 'unknown' }))).toBe('challenge_expired');
  });
});
