import type { TestApi } from '../../../support/api.ts';
import { changeSettings, flow } from '../../../support/flow.ts';
import { createAdmin } from '../../../support/factories.ts';
import { fromIp } from '../../../support/limits.ts';
import { smsTo } from '../../../support/outbox.ts';
import { expect, it } from 'vitest';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { smsHttp } from '@belfry/schemas/http/mail/sms';
import { registerForCode } from '../../../support/accounts.ts';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { RATE_LIMIT_SCALE: '1', SMS_DAILY_MAX: '20' });
  // What other files have sent counts as well.
  await api.db.deleteFrom('message_ledger').execute();
});

const send = (key: string, body: { numbers: string[]; emergency?: boolean }) =>
  api.call(smsHttp.send, { key }, { text: 'x', confirmed_messages: body.numbers.length, ...body });
const last = ['+4915110000099'];

it('an emergency is sent when text messages and registrations have used up all else', async () => {
  const { key } = await createAdmin(api);
  // Strangers register with numbers of their choice until they get no more codes.
  const people = [];
  for (let count = 0; count < 4; count += 1) {
    const ip = `198.51.100.${count}`;
    const person = await registerForCode(api);
    const { email, code } = person;
    const confirmed = await api.call(registrationHttp.confirmEmail, null, { email, code }, { headers: fromIp(ip) });
    expect(confirmed.status).toBe(200);
    people.push(person);
  }
  const newest = people.at(-1)?.phone ?? '';
  const again = await api.call(
    registrationHttp.resendPhone,
    null,
    { phone: newest },
    { headers: fromIp('198.51.100.9') },
  );
  expect(again).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  const numbers = Array.from({ length: 16 }, (_, index) => `+49151100000${String(index).padStart(2, '0')}`);
  expect((await send(key, { numbers })).status).toBe(202);
  expect((await send(key, { numbers: last })).status).toBe(429);
  for (const expected of [202, 202, 429])
    expect((await send(key, { numbers: last, emergency: true })).status).toBe(expected);
  const sent = await api.db
    .selectFrom('message_ledger')
    .select(['class', (eb) => eb.fn.countAll<number>().as('n')])
    .where('channel', '=', 'sms')
    .groupBy('class')
    .orderBy('class')
    .execute();
  expect(sent).toEqual([
    { class: 'emergency', n: 2 },
    { class: 'registration', n: 2 },
    { class: 'text', n: 16 },
  ]);
  await Promise.all(people.slice(0, 2).map(({ phone }) => smsTo(api, phone)));
});
