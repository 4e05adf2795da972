import { randomUUID } from 'node:crypto';
import { createHttpClient, type HttpClient } from '../support/http-client.ts';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { devicesAdminHttp } from '@belfry/schemas/http/devices/admin';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { outboxHttp } from '@belfry/schemas/http/messages/outbox';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { until } from '../support/until.ts';

/** A person with a place of their own that has a device, which never connects. */
export type Person = { key: string; email: string; company: number; main: number; serial: string };
/** An installation, reached as people reach it. Codes are read from its outbox page, as its administrators do. */
export type Installation = { api: HttpClient; root: string };

const PASSWORD = 'Attack-pass-1';

/** Signs in as root. Throws where that is refused. */
export async function enter(url: string, email: string, password: string): Promise<Installation> {
  const api = createHttpClient(url);
  const { status, body } = await api.call(authHttp.signIn, null, { email, password });
  if (status !== 200) throw new Error(`root cannot sign in: ${JSON.stringify(body)}`);
  return { api, root: body.user_key };
}

/** The body of a success. */
export async function must<T>(calling: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await calling;
  if (status >= 400) throw new Error(`what an attack needs was refused: ${JSON.stringify(body)}`);
  return body;
}

/** Registers a plain user with a place, and gives them a device that is bound to it. */
export async function registerPerson({ api, root }: Installation, name: string): Promise<Person> {
  const id = randomUUID().slice(0, 8);
  const [email, phone] = [`${name}-${id}@attacks.example`, `+4915${String(Date.now()).slice(-8)}`];
  const registration = { name, email, phone, country: 'Latvia', country_code: 'LV', lang: 'en', password: PASSWORD };
  await must(api.call(registrationHttp.register, null, registration));
  const code = await codeTo({ api, root }, email);
  await must(api.call(registrationHttp.confirmEmail, null, { email, code }));
  await must(api.call(registrationHttp.confirmPhone, null, { phone, code: await codeTo({ api, root }, phone) }));
  const key = (await must(api.call(authHttp.signIn, null, { email, password: PASSWORD }))).user_key;
  const add = async (body: object): Promise<number> =>
    (await must(api.call(companyChangesHttp.add, { key }, body))).company_id;
  const main = await add({ name });
  const company = await add({ name: 'Shop', type: 'Company', parent_company_id: main });
  const node = await add({ name: 'Hall', type: 'Device', parent_company_id: company });
  const serial = randomSerial();
  await must(api.call(devicesAdminHttp.create, { key: root }, { serial, pass: 'pass-1' }));
  await must(api.call(enrolmentHttp.register, { key }, { serial, pass: 'pass-1' }));
  await must(api.call(bindingHttp.bind, { key }, { serial, company_id: node }));
  return { key, email, company, main, serial };
}

/** An administrator who is not root. */
export async function addAdministrator({ api, root }: Installation): Promise<string> {
  const email = `admin-${randomUUID().slice(0, 8)}@attacks.example`;
  const user = { email, pass: PASSWORD, name: 'Administrator', role: 'admin' };
  await must(api.call(userChangesHttp.add, { key: root }, user));
  return (await must(api.call(authHttp.signIn, null, { email, password: PASSWORD }))).user_key;
}

type Message = { id: number; recipient: string };

/** How many messages the installation has queued or sent to a recipient. */
export async function messagesTo({ api, root }: Installation, recipient: string): Promise<Message[]> {
  return must(api.call(outboxHttp.list, { key: root }, { q: recipient, page_size: 500 }));
}

async function codeTo(installation: Installation, recipient: string): Promise<string> {
  const found = await until(
    `a message to ${recipient}`,
    () => messagesTo(installation, recipient),
    ({ length }) => length > 0,
  );
  const { api, root } = installation;
  return (await must(api.call(outboxHttp.read, { key: root }, { id: found[0]?.id }))).code ?? '';
}
