import type { TestApi } from '../../../support/api.ts';
import { changeSettings, flow } from '../../../support/flow.ts';
import { createAdmin } from '../../../support/factories.ts';
import { codeIn, smsTo } from '../../../support/outbox.ts';
import { expect, it } from 'vitest';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { smsHttp } from '@belfry/schemas/http/messages/sms';
import { registerForCode } from '../../../support/accounts.ts';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { RATE_LIMIT_SCALE: '1', SMS_DAILY_MAX: '20' });
  // What other files have sent counts as well.
  await api.db.deleteFrom('message_ledger').execute();
});

it('a code and an emergency are sent when text messages have used up all else', async () => {
  const { key } = await createAdmin(api);
  const numbers = Array.from({ length: 18 }, (_, index) => `+49151100000${String(index).padStart(2, '0')}`);
  const send = (body: { numbers: string[]; emergency?: boolean }) =>
    api.call(smsHttp.send, { key }, { text: 'x', confirmed_messages: body.numbers.length, ...body });
  expect((await send({ numbers })).status).toBe(202);
  const last = ['+4915110000099'];
  expect((await send({ numbers: last })).status).toBe(429);
  const user = await registerForCode(api);
  expect((await api.call(registrationHttp.confirmEmail, null, { email: user.email, code: user.code })).status).toBe(
    200,
  );
  expect(codeIn((await smsTo(api, user.phone)).text)).toMatch(/^\d{4}$/);
  expect((await send({ numbers: last, emergency: true })).status).toBe(202);
  expect((await send({ numbers: last, emergency: true })).status).toBe(429);
  const ledger = api.db
    .selectFrom('message_ledger')
    .select(['class', 'channel'])
    .where('class', 'in', ['code', 'emergency']);
  expect((await ledger.orderBy('id').execute()).map((row) => `${row.class} ${row.channel}`)).toEqual([
    'code mail',
    'code sms',
    'emergency sms',
  ]);
});
