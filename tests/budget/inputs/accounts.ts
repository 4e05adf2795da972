import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { contactChangeHttp } from '@belfry/schemas/http/accounts/contact-change';
import { invitationsHttp } from '@belfry/schemas/http/accounts/invitations';
import { passkeysHttp } from '@belfry/schemas/http/accounts/passkeys';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';
import { Secret, TOTP } from 'otpauth';
import { createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import { Authenticator } from '../../support/passkeys.ts';
import { codeIn, mailTo, smsTo, tokenIn } from '../../support/outbox.ts';
import { ROOT } from '../../support/processes/launched-product.ts';
import { body, done, type Inputs, type Tools } from './input.ts';
import { newRegistration, type Registration } from '../../support/accounts.ts';

/** Calls about the caller's own account. Most end keys or can be made once, so that each attempt has a person of its own. */
export function accountInputs(tools: Tools): Inputs {
  const { api, db, config } = tools;
  const person = (overrides: Parameters<typeof createUser>[1] = {}): Promise<TestUser> => createUser({ db }, overrides);
  const codeTo = async (email: string): Promise<string> => codeIn((await mailTo({ config }, email)).text);

  async function registered(): Promise<Registration> {
    const registration = newRegistration();
    await done(api.call(registrationHttp.register, null, registration));
    return registration;
  }

  async function confirmed(): Promise<Registration> {
    const registration = await registered();
    const { email } = registration;
    await done(api.call(registrationHttp.confirmEmail, null, { email, code: await codeTo(email) }));
    return registration;
  }

  async function enrolled(): Promise<{ user: TestUser; code: string }> {
    const user = await person();
    const { secret } = await done(api.call(twoFactorHttp.enrol, user, { password: PASSWORD }));
    return { user, code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() };
  }

  const secured = async () => {
    const { user, code } = await enrolled();
    const confirm = api.call(twoFactorHttp.confirm, user, { code });
    return { user, recoveryCode: (await done(confirm)).recovery_codes[0] ?? '' };
  };

  /** Passkeys belong to a name, not to a network address. */
  const origin = api.url.replace('127.0.0.1', 'localhost');
  const passkeyed = async () => {
    const user = await person();
    const device = new Authenticator();
    const creation = await done(api.call(passkeysHttp.beginRegistration, user, { password: PASSWORD }));
    const response = device.create(creation, { origin });
    const { passkey } = await done(api.call(passkeysHttp.finishRegistration, user, { response }));
    return { user, device, id: passkey.id };
  };

  async function resetToken(): Promise<string> {
    const { email } = await person();
    await done(api.call(passwordsHttp.forgot, null, { email }));
    return tokenIn((await mailTo({ config }, email)).text);
  }

  return {
    'post /auth/login': [body({ email: ROOT.ROOT_EMAIL, password: ROOT.ROOT_PASSWORD })],
    'post /auth/login/two-factor': [
      async () => {
        const { user, recoveryCode } = await secured();
        const login = api.call(authHttp.signIn, null, { email: user.email, password: PASSWORD });
        return body({ challenge: (await done(login))['challenge'], code: recoveryCode });
      },
    ],
    'get /auth/sessions': [{}],
    'delete /auth/session': [async () => ({ authorization: (await person()).key })],
    'delete /auth/sessions': [async () => ({ authorization: (await person()).key })],
    'delete /auth/sessions/{id}': [
      async () => {
        const { email, key } = await person();
        await done(api.call(authHttp.signIn, null, { email, password: PASSWORD }));
        const sessions = await done(api.call(sessionsHttp.list, { key }));
        return { authorization: key, params: { id: sessions.find(({ current }) => !current)?.id } };
      },
    ],
    'post /auth/two-factor/enrol': [
      async () => ({ authorization: (await person()).key, body: { password: PASSWORD } }),
    ],
    'post /auth/two-factor/confirm': [
      async () => {
        const { user, code } = await enrolled();
        return { authorization: user.key, body: { code } };
      },
    ],
    'post /auth/two-factor/recovery-codes': [
      async () => ({ authorization: (await secured()).user.key, body: { password: PASSWORD } }),
    ],
    'post /auth/two-factor/disable': [
      async () => {
        const { user, recoveryCode } = await secured();
        return { authorization: user.key, body: { password: PASSWORD, code: recoveryCode } };
      },
    ],
    'get /auth/passkeys': [async () => ({ authorization: (await passkeyed()).user.key })],
    'post /auth/passkeys/register/options': [
      async () => ({ authorization: (await person()).key, body: { password: PASSWORD } }),
    ],
    'post /auth/passkeys/register/verify': [
      async () => {
        const user = await person();
        const creation = await done(api.call(passkeysHttp.beginRegistration, user, { password: PASSWORD }));
        return { authorization: user.key, body: { response: new Authenticator().create(creation, { origin }) } };
      },
    ],
    'post /auth/passkeys/sign-in/options': [body({})],
    'post /auth/passkeys/sign-in/verify': [
      async () => {
        const { device } = await passkeyed();
        const request = await done(api.call(passkeysHttp.beginSignIn, null, {}));
        return body({ response: device.sign(request, { origin }) });
      },
    ],
    'put /auth/passkeys/{id}': [
      async () => {
        const { user, id } = await passkeyed();
        return { authorization: user.key, params: { id }, body: { name: 'x'.repeat(60) } };
      },
    ],
    'post /auth/passkeys/{id}/remove': [
      async () => {
        const { user, id } = await passkeyed();
        return { authorization: user.key, params: { id }, body: { password: PASSWORD } };
      },
    ],
    'get /auth/organisation/second-factor': [{}],
    'put /auth/organisation/second-factor': [
      async () => ({ authorization: (await person()).key, body: { required: true } }),
    ],
    'post /auth/invitation/read': [
      async () => {
        const { email } = newRegistration();
        await done(api.call(invitationsHttp.invite, tools.of.root, { email, lang: 'ru' }));
        return body({ token: tokenIn((await mailTo({ config }, email)).text) });
      },
    ],
    'post /auth/register': [async () => body({ ...newRegistration(), city: 'x'.repeat(100), region: 'x'.repeat(100) })],
    'post /auth/confirm/email': [
      async () => {
        const { email } = await registered();
        return body({ email, code: await codeTo(email) });
      },
    ],
    'post /auth/confirm/phone': [
      async () => {
        const { phone } = await confirmed();
        return body({ phone, code: codeIn((await smsTo({ config }, phone)).text) });
      },
    ],
    'post /auth/resend/email': [async () => body({ email: (await registered()).email })],
    'post /auth/resend/phone': [async () => body({ phone: (await confirmed()).phone })],
    'put /auth/change/password': [
      async () => ({
        authorization: (await person()).key,
        body: { currentPassword: PASSWORD, newPassword: 'Longer-pass-2' },
      }),
    ],
    'post /auth/reset/check': [async () => body({ token: await resetToken() })],
    'put /auth/reset/password': [async () => body({ token: await resetToken(), newPassword: 'Longer-pass-2' })],
    'post /users/forgot-password': [async () => body({ email: (await person()).email })],
    'post /users/contact': [
      async () => ({
        authorization: (await person()).key,
        body: { email: newRegistration().email, password: PASSWORD },
      }),
    ],
    'post /users/contact/confirm': [
      async () => {
        const [{ key }, { email }] = [await person(), newRegistration()];
        await done(api.call(contactChangeHttp.change, { key }, { email, password: PASSWORD }));
        return { authorization: key, body: { kind: 'email', code: await codeTo(email) } };
      },
    ],
  };
}
