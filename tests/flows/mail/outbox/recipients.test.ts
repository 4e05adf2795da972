import { type ResponsiblePerson, responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { countSmsParts } from '@belfry/schemas/domain/sms-parts';
import { beforeEach, expect, it } from 'vitest';
import type { TestApi } from '../../../support/api.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../../support/factories.ts';
import { flow } from '../../../support/flow.ts';
import { mailTo, smsTo, tokenIn } from '../../../support/outbox.ts';
import { smsHttp } from '@belfry/schemas/http/mail/sms';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { recipientsHttp } from '@belfry/schemas/http/mail/recipients';
import { scheduleBody } from '../../../support/programmes.ts';
import { makeMember } from '../../../support/teams.ts';

let api: TestApi;
let owner: TestUser;
let node: number;
let made = 0;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  owner = await createUser(api);
  node = (await createCompany(api, { user_id: owner.id })).company_id;
});

const address = (): string => `recipient-${++made}-${process.pid}@x.test`;
const phone = (): string => `+4915122${String(++made).padStart(6, '0')}`;
const name = (recipient: { email?: string; phone?: string }, language: 'en' | 'ru' = 'en'): ResponsiblePerson => ({
  name: 'Anna http://evil.example',
  email: recipient.email ?? null,
  phone: recipient.phone ?? null,
  language,
});
const save = (...people: ResponsiblePerson[]) =>
  api.call(responsiblePeopleHttp.replace, owner, { company_id: node, people });
const stateOf = async (recipient: string) => (await api.call(recipientsHttp.state, owner, { recipient })).body;
const ask = (recipient: string) => api.call(recipientsHttp.askAgain, owner, { recipient });
const confirm = (token: string) => api.call(recipientsHttp.confirm, null, { token });
const messagesTo = async (recipient: string) =>
  (await api.db.selectFrom('outgoing_messages').select('id').where('recipient', '=', recipient).execute()).length;

it('a mail address outside the installation confirms once by the link of a mail', async () => {
  const email = address();
  await save(name({ email }));
  expect(await stateOf(email)).toMatchObject({ confirmed: false, requested_at: expect.any(String) });
  const { text } = await mailTo(api, email);
  expect(text).not.toContain('evil');
  expect((await confirm(tokenIn(text))).status).toBe(200);
  expect(await stateOf(email.toUpperCase())).toEqual({
    recipient: email,
    known: true,
    confirmed: true,
    requested_at: null,
  });
  expect((await confirm(tokenIn(text))).status).toBe(200);
  await save(name({ email }), name({ phone: phone() }));
  expect(await messagesTo(email)).toBe(1);
  expect(await ask(email)).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

it('a phone number confirms by the link of a text message of one part, in the language of the person', async () => {
  const number = phone();
  await save(name({ phone: number }, 'ru'));
  const { text } = await smsTo(api, number);
  expect(text).toMatch(/^Belfry: (нужны сообщения\? Да:|уведомления\?) http/);
  expect(countSmsParts(text).parts).toBe(1);
  expect((await confirm(tokenIn(text))).status).toBe(200);
  expect((await stateOf(number)).confirmed).toBe(true);
});

it('members of the organisation are not asked', async () => {
  const known = await createUser(api, { phone: phone(), phone_confirm: true });
  const { phone: number } = await api.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', known.id)
    .executeTakeFirstOrThrow();
  await makeMember(api, owner, { company_id: node }, { user: known, role: 'viewer' });
  const before = await messagesTo(known.email);
  await save(name({ email: known.email, phone: number ?? '' }));
  expect(await messagesTo(known.email)).toBe(before);
  expect(await messagesTo(number ?? '')).toBe(0);
  expect((await stateOf(known.email)).confirmed).toBe(true);
});

it('tells nobody whether an address is known that they have not entered', async () => {
  const known = await createUser(api);
  const foreign = address();
  const other = await createUser(api);
  const others = (await createCompany(api, { user_id: other.id })).company_id;
  const people = [name({ email: foreign }), name({ email: known.email })];
  await api.call(responsiblePeopleHttp.replace, other, { company_id: others, people });
  for (const recipient of [known.email, foreign, address()]) {
    expect(await stateOf(recipient)).toEqual({ recipient, known: false, confirmed: false, requested_at: null });
    expect(await ask(recipient)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect(await stateOf(owner.email)).toMatchObject({ known: true, confirmed: true });
  await save(name({ email: known.email }));
  // An account elsewhere in the installation is nobody here, and the answer does not tell of it.
  expect(await stateOf(known.email)).toMatchObject({ known: true, confirmed: false });
  const body = scheduleBody([node], { action: { type: 'report', days: 7, email: foreign }, duration_minutes: null });
  await api.call(schedulesHttp.create, owner, body);
  expect(await stateOf(foreign)).toMatchObject({ known: true, confirmed: false, requested_at: expect.any(String) });
});

it('tells administrators about every address', async () => {
  const admin = await createAdmin(api);
  const { body } = await api.call(recipientsHttp.state, admin, { recipient: owner.email });
  expect(body).toMatchObject({ known: true, confirmed: true });
});

it('may be asked a second time, after which the first link is of no use, and not a third time on that day', async () => {
  const email = address();
  await save(name({ email }));
  const first = tokenIn((await mailTo(api, email)).text);
  expect((await ask(email)).status).toBe(200);
  const second = tokenIn((await mailTo(api, email, 2)).text);
  expect(await confirm(first)).toMatchObject({ status: 410, body: { code: 'link_expired' } });
  expect((await ask(email)).status).toBe(429);
  expect((await confirm(second)).status).toBe(200);
});

it('of one sender 30 are asked a day', async () => {
  const addresses = Array.from({ length: 40 }, address);
  for (let at = 0; at < 40; at += 20) await save(...addresses.slice(at, at + 20).map((email) => name({ email })));
  const asked = await Promise.all(addresses.map(messagesTo));
  expect(asked.filter((count) => count > 0)).toHaveLength(30);
  expect(await ask(addresses[asked.indexOf(0)] ?? '')).toMatchObject({ status: 429 });
});

it('the address of a report is asked when the schedule is saved', async () => {
  const email = address();
  const body = scheduleBody([node], { action: { type: 'report', days: 7, email }, duration_minutes: null });
  expect((await api.call(schedulesHttp.create, owner, { ...body })).status).toBe(201);
  expect((await mailTo(api, email)).subject).toBe('Do you want messages from Belfry?');
});

it.each(['x', 'a@', '12'])('%j is no recipient', async (recipient) => {
  expect((await ask(recipient)).status).toBe(400);
});

it('a sender has 100 parts of text messages a day without the right to more', async () => {
  await save(name({ phone: phone() }));
  const body = { text: 'x', nodes: [node] };
  const left = async () => (await api.call(smsHttp.preview, owner, { ...body })).body.left_today;
  expect(await left()).toBe(100);
  await api.db.updateTable('users').set({ may_text_any_number: true }).where('id', '=', owner.id).execute();
  expect(await left()).toBeGreaterThan(100);
});
