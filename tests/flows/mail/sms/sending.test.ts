import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { type ResponsiblePerson, responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../support/api.ts';
import { changeSettings, flow } from '../../../support/flow.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../../support/factories.ts';
import { confirmRecipients, readSms, smsTo } from '../../../support/outbox.ts';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { smsHttp } from '@belfry/schemas/http/mail/sms';

let api: TestApi;
let owner: TestUser;
let stranger: TestUser;
let chain: NodePosition;
let riga: NodePosition;
let shop: NodePosition;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { RATE_LIMIT_SCALE: '1', SMS_DAILY_MAX: '300' });
  // What other files have sent counts as well.
  await api.db.deleteFrom('message_ledger').execute();
  [owner, stranger] = [await createUser(api, { may_text_any_number: true }), await createUser(api)];
  await confirmRecipients(api, ['+4915112345678', '+37126123456', '+79161234567']);
  chain = await createCompany(api, { user_id: owner.id, name: 'Chain' });
  riga = await createCompany(api, { below: chain, name: 'Riga', time_zone: 'Europe/Riga' });
  shop = await createCompany(api, { below: riga, name: 'Shop', type: 'Company' });
  await set(chain, [person('Boss', '+4915112345678'), { ...person('Mailer', null), email: 'm@belfry.test' }]);
  await set(shop, [person('Anna', '+37126123456'), { ...person('Вера', '+79161234567'), language: 'ru' }]);
});

const person = (name: string, phone: string | null): ResponsiblePerson => ({
  name,
  phone,
  email: null,
  language: 'en',
});
const set = ({ company_id }: NodePosition, people: ResponsiblePerson[]) =>
  api.call(responsiblePeopleHttp.replace, owner, { company_id, people });
const preview = (body: object, { key } = owner) => api.call(smsHttp.preview, { key }, { ...body });
const send = (body: object, { key } = owner) => api.call(smsHttp.send, { key }, { ...body });
const history = (query: Record<string, string> = {}, { key } = owner) =>
  api.call(smsHttp.history, { key }, { ...query });

describe('recipients', () => {
  it('are the responsible people of the nodes and of all below, each number once', async () => {
    const { body } = await preview({ text: '{name}: {place}', nodes: [chain.company_id, shop.company_id] });
    expect(body).toMatchObject({ messages: 3, parts: 3, without_phone: 1 });
    expect(body.recipients.map(({ phone, text }) => `${phone} ${text}`).toSorted()).toEqual([
      '+37126123456 Anna: Shop',
      '+4915112345678 Boss: Chain',
      '+79161234567 Вера: Shop',
    ]);
  });

  it('of a node without people are those of the node above', async () => {
    const hall = await createCompany(api, { below: shop, name: 'Hall' });
    const { body } = await preview({ text: '{place}', nodes: [hall.company_id] });
    expect(body.recipients.map(({ name, place }) => [name, place])).toEqual([
      ['Anna', 'Chain / Riga / Shop / Hall'],
      ['Вера', 'Chain / Riga / Shop / Hall'],
    ]);
  });

  it('are typed numbers too, also of a responsible person', async () => {
    const numbers = ['+371 26 123 456', '8 (916) 000-00-00'.replace('8', '+7')];
    const { body } = await preview({ text: 'Hi {name}', nodes: [shop.company_id], numbers });
    expect(body.recipients.map(({ phone }) => phone)).toEqual(['+37126123456', '+79161234567', '+79160000000']);
    expect((await preview({ text: 'Hi', numbers: ['12'] })).status).toBe(400);
  });

  it('get time and date in their language and in the zone of the place', async () => {
    const before = new Date();
    const { body } = await preview({ text: '{date} {time}', nodes: [riga.company_id] });
    // The hour may have ended meanwhile.
    const times = [before, new Date()];
    const format = (locale: string) => {
      const timeZone = 'Europe/Riga';
      const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
      const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', timeZone });
      return new RegExp(`^(?:${times.map((at) => `${date.format(at)} ${hour.format(at)}`).join('|')}):`);
    };
    const byName = new Map(body.recipients.map(({ name, text }) => [name, text]));
    expect(byName.get('Anna')).toMatch(format('en-GB'));
    expect(byName.get('Вера')).toMatch(format('ru'));
  });

  it('are counted in parts of the text that each gets', async () => {
    const { body } = await preview({ text: `${'a'.repeat(150)} {place}`, nodes: [chain.company_id] });
    expect(body.recipients.map(({ parts }) => parts)).toEqual([1, 1, 1]);
    expect((await preview({ text: 'я'.repeat(71), nodes: [chain.company_id] })).body.parts).toBe(6);
  });

  it('of somebody else are not found, except for administrators', async () => {
    const body = { text: 'x', nodes: [shop.company_id] };
    expect((await preview(body, stranger)).status).toBe(404);
    expect((await send({ ...body, confirmed_messages: 2 }, stranger)).status).toBe(404);
    expect((await preview(body, await createAdmin(api))).body.messages).toBe(2);
    const root = await createUser(api, { role: 'root' });
    const hidden = await createCompany(api, { user_id: root.id });
    expect((await preview({ text: 'x', nodes: [hidden.company_id] }, await createAdmin(api))).status).toBe(404);
  });
});

describe('sending', () => {
  it('hands one message per recipient to the provider, and shows the state of each in the history', async () => {
    const body = { text: 'Fire drill at {place}', nodes: [shop.company_id], confirmed_messages: 2 };
    expect(await send(body)).toMatchObject({ status: 202, body: { messages: 2, parts: 2 } });
    expect((await smsTo(api, '+37126123456')).text).toBe('Fire drill at Shop');
    await expect
      .poll(async () => (await history({ q: 'fire' })).body.map(({ state }) => state))
      .toEqual(['sent', 'sent']);
    const { body: items, headers } = await history({ page_size: '1' });
    expect(headers.get('x-total-count')).toBe('2');
    expect(items).toMatchObject([
      {
        phone: '+79161234567',
        name: 'Вера',
        place: 'Chain / Riga / Shop',
        text: 'Fire drill at Shop',
        parts: 1,
        reason: null,
      },
    ]);
    // The newest is first, also where an older one was sent later, after retries.
    const sentLater = api.db.updateTable('outgoing_messages').where('recipient', '=', '+37126123456');
    await sentLater.set({ sent_at: new Date(Date.now() + 60_000) }).execute();
    expect((await history()).body.map(({ name }) => name)).toEqual(['Вера', 'Anna']);
    expect((await history({ state: 'failed' })).body).toEqual([]);
    expect((await history({ q: 'anna' })).body).toHaveLength(1);
    expect((await history({}, stranger)).body).toEqual([]);
    const sent = api.db.selectFrom('audit_log').select('details').where('action', '=', 'sms.send');
    const audit = await sent.where('user_id', '=', owner.id).execute();
    expect(audit).toEqual([{ details: { messages: 2, parts: 2, nodes: 1, numbers: 0 } }]);
  });

  it('is refused if the recipients are not those of the preview, or nobody', async () => {
    const before = (await readSms(api)).length;
    const changed = await send({ text: 'x', nodes: [shop.company_id], confirmed_messages: 3 });
    expect(changed).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const nobody = await createCompany(api, { user_id: owner.id });
    expect((await send({ text: 'x', nodes: [nobody.company_id], confirmed_messages: 1 })).status).toBe(422);
    expect(await readSms(api)).toHaveLength(before);
  });

  it('is limited to the parts of a day', async () => {
    const numbers = Array.from({ length: 100 }, (_, n) => `+4915110000${String(n).padStart(3, '0')}`);
    const left = (await preview({ text: 'x', numbers })).body.left_today;
    // A tenth of SMS_DAILY_MAX is reserved, and two were sent above.
    expect(left).toBe(268);
    const text = 'a'.repeat(300);
    expect((await send({ text, numbers, confirmed_messages: 100 })).body.parts).toBe(200);
    expect(await send({ text, numbers, confirmed_messages: 100 })).toMatchObject({ status: 429 });
    expect((await preview({ text: 'x', numbers })).body.left_today).toBe(68);
  });
});

describe('without the right to text any number', () => {
  const number = '+4915100000001';
  const texts = { text: 'x', nodes: [], numbers: [number] };

  it('typed numbers and emergencies are refused, until an administrator permits them', async () => {
    expect(await preview(texts, stranger)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await send({ ...texts, confirmed_messages: 1 }, stranger)).status).toBe(403);
    const emergency = { text: 'x', nodes: [shop.company_id], emergency: true };
    expect((await preview(emergency, stranger)).status).toBe(403);
    const body = { user_id: stranger.id, updates: { may_text_any_number: true } };
    expect((await api.call(userChangesHttp.edit, stranger, { ...body })).status).toBe(403);
    expect((await api.call(userChangesHttp.edit, await createAdmin(api), { ...body })).status).toBe(200);
    expect((await preview(texts, stranger)).body.messages).toBe(1);
  });

  it('only people who have confirmed their number get a message', async () => {
    const user = await createUser(api);
    const place = await createCompany(api, { user_id: user.id });
    const body = { people: [person('Known', '+4915112345678'), person('Unknown', '+4915100000002')] };
    await api.call(responsiblePeopleHttp.replace, user, { company_id: place.company_id, ...body });
    const seen = await preview({ text: 'x', nodes: [place.company_id] }, user);
    expect(seen.body).toMatchObject({ messages: 1, unconfirmed: 1 });
    expect(seen.body.recipients.map(({ phone }) => phone)).toEqual(['+4915112345678']);
  });
});

it('one number gets 30 parts a day', async () => {
  const numbers = ['+4915100000003'];
  const text = 'a'.repeat(1_000);
  const admin = await createAdmin(api);
  const all = { text, numbers, confirmed_messages: 1 };
  for (let sent = 0; sent < 28; sent += 7) expect((await send(all, admin)).body.parts).toBe(7);
  expect(await send(all, admin)).toMatchObject({ status: 429, body: { error: expect.stringContaining(numbers[0]!) } });
});

it('names of places and people carry no links', async () => {
  const user = await createUser(api);
  const place = await createCompany(api, { user_id: user.id, name: 'http://evil.example/win' });
  const body = { people: [person('www.evil.com', '+4915112345678')] };
  await api.call(responsiblePeopleHttp.replace, user, { company_id: place.company_id, ...body });
  const seen = await preview({ text: '{name}: {place}', nodes: [place.company_id] }, user);
  expect(seen.body.recipients[0]?.text).toBe('www evil com: evil example/win');
});
