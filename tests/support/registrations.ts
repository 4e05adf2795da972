import type { TestApi } from './api.ts';
import { codeIn, mailTo, smsTo } from './outbox.ts';
import type { Answer, HttpClient } from './http-client.ts';

let made = 0;

export type Person = Record<'name' | 'email' | 'phone' | 'country' | 'country_code' | 'lang' | 'password', string>;

/** What a person fills in on the registration screen; nobody else has this mail or phone. */
export function newPerson(overrides: Record<string, unknown> = {}): Person {
  made += 1;
  return {
    name: `Stranger ${made}`,
    email: `stranger-${made}@belfry.test`,
    phone: `+7916${String(1_000_000 + made)}`,
    country: 'Russia',
    country_code: 'RU',
    lang: 'en',
    password: 'Secret-1',
    ...overrides,
  };
}

export const register = (
  api: HttpClient,
  person: object,
): Promise<Answer<Record<string, unknown> & { code?: string }>> => api.post('/api/auth/register', { body: person });

/** Registers a person and answers the code that was mailed. */
export async function registerForCode(api: TestApi, person = newPerson()): Promise<Person & { code: string }> {
  const { status, body } = await register(api, person);
  if (status !== 200) throw new Error(`registration answered ${status}: ${JSON.stringify(body)}`);
  return { ...person, code: codeIn((await mailTo(api, person.email)).text) };
}

/** Registers a person who then confirms mail and phone. */
export async function registerFully(api: TestApi, person = newPerson()): Promise<Person> {
  const { code } = await registerForCode(api, person);
  await api.post('/api/auth/confirm/email', { body: { email: person.email, code } });
  const sms = codeIn((await smsTo(api, person.phone)).text);
  await api.post('/api/auth/confirm/phone', { body: { phone: person.phone, code: sms } });
  return person;
}
