import type { TestApi } from '../api.ts';
import { codeIn, mailTo, smsTo } from '../outbox.ts';
import type { Answer, HttpClient } from '../http-client.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';

let created = 0;

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

export const register = (
  api: HttpClient,
  registration: object,
): Promise<Answer<Record<string, unknown> & { code?: string }>> =>
  api.call(registrationHttp.register, null, { ...registration });

/** Registers a user. @returns the data and the code of the confirmation email. */
export async function registerForCode(
  api: TestApi,
  registration = newRegistration(),
): Promise<Registration & { code: string }> {
  const { status, body } = await register(api, registration);
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
