import { randomInt } from 'node:crypto';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';
import { Secret, TOTP } from 'otpauth';
import { ROOT, type TestApi } from './api.ts';
import { createUser, PASSWORD, type TestUser } from './factories.ts';
import type { HttpClient } from './http-client.ts';
import { codeIn, mailTo, smsTo, tokenIn } from './outbox.ts';

/** From a number of its own, so that no other part of the run makes the same addresses at a server that both use. */
let created = randomInt(5_000_000);

export type Registration = Record<
  'name' | 'email' | 'phone' | 'country' | 'country_code' | 'lang' | 'password',
  string
>;

/** Registration data with a unique email address and phone number. */
export function newRegistration(overrides: Record<string, unknown> = {}): Registration {
  created += 1;
  return {
    name: `Registered ${created}`,
    email: `registered-${created}@belfry.test`,
    phone: `+7916${String(1_000_000 + created)}`,
    country: 'Russia',
    country_code: 'RU',
    lang: 'en',
    password: 'Secret-1',
    ...overrides,
  };
}

/** Registers a user. @returns the data and the code of the confirmation email. */
export async function registerForCode(
  api: TestApi,
  registration = newRegistration(),
): Promise<Registration & { code: string }> {
  const { status, body } = await api.call(registrationHttp.register, null, registration);
  if (status !== 200) throw new Error(`registration answered ${status}: ${JSON.stringify(body)}`);
  return { ...registration, code: codeIn((await mailTo(api, registration.email)).text) };
}

/** Registers a user and confirms email address and phone number. */
export async function registerFully(api: TestApi, registration = newRegistration()): Promise<Registration> {
  const { code } = await registerForCode(api, registration);
  await api.call(registrationHttp.confirmEmail, null, { email: registration.email, code });
  const sms = codeIn((await smsTo(api, registration.phone)).text);
  await api.call(registrationHttp.confirmPhone, null, { phone: registration.phone, code: sms });
  return registration;
}

/** A body with which administrators add a user, with a unique email address and phone number. */
export function newUserBody(overrides: object = {}) {
  created += 1;
  return {
    email: `added-${created}@belfry.test`,
    pass: 'Secret-1',
    phone: `+4915112${String(10_000 + (created % 90_000))}`,
    name: `Added ${created}`,
    role: 'user',
    ...overrides,
  };
}

/** The HTTP status of a request with this key: 200 while it is valid. */
export const keyStatus = async (api: Pick<HttpClient, 'call'>, key: string): Promise<number> =>
  (await api.call(usersHttp.profile, { key })).status;

/** The root account of an installation, signed in. */
export async function signInRoot(api: TestApi): Promise<Pick<TestUser, 'id' | 'key'>> {
  const { body } = await api.call(authHttp.signIn, null, ROOT);
  const root = api.db.selectFrom('users').select('id').where('email', '=', ROOT.email);
  return { id: (await root.executeTakeFirstOrThrow()).id, key: body.user_key };
}

export type UserWithSecrets = TestUser & {
  phone: string;
  link: string;
  challenge: string;
  code: string;
  secondFactor: () => string;
};

/** A user with a reset link, a code for the phone number and a started two-factor sign-in. */
export async function createUserWithSecrets(api: TestApi): Promise<UserWithSecrets> {
  created += 1;
  const phone = `+491512${String(1_000_000 + created)}`;
  const user = await createUser(api, { phone });
  const { body } = await api.call(twoFactorHttp.enrol, user, { password: PASSWORD });
  const totp = new TOTP({ secret: Secret.fromBase32(body['secret']) });
  await api.call(twoFactorHttp.confirm, user, { code: totp.generate() });
  await api.db.updateTable('two_factor').set({ last_step: 0 }).where('user_id', '=', user.id).execute();
  const login = await api.call(authHttp.signIn, null, { email: user.email, password: PASSWORD });
  await api.call(passwordsHttp.forgot, null, { email: user.email });
  await api.call(registrationHttp.resendPhone, null, { phone });
  return {
    ...user,
    phone,
    link: tokenIn((await mailTo(api, user.email)).text),
    challenge: login.body['challenge'],
    code: codeIn((await smsTo(api, phone)).text),
    secondFactor: () => totp.generate(),
  };
}
