import { expect, it } from 'vitest';
import { createBudget } from './budget.ts';
import type { Charge } from './ledger.repository.ts';

const LIMITS = { SMS_DAILY_MAX: 10, MAIL_DAILY_MAX: 10, senderParts: 100, permitted: false };
const budget = (limits: Partial<typeof LIMITS> = {}) =>
  createBudget(
    {
      installation: { sms: 0, mail: 0 },
      sender: { sms: 0, mail: 0, confirmations: 0, urgent: { sms: 0, mail: 0 }, scenario: { sms: 0, mail: 0 } },
      registrations: { sms_of_day: 0, sms_of_hour: 0 },
      recipients: new Map(),
    },
    { ...LIMITS, ...limits },
  );
let numbers = 0;
const charge = (overrides: Partial<Charge> = {}): Charge => ({
  class: 'text',
  channel: 'sms',
  sender_id: 1,
  recipient: `+${++numbers}`,
  parts: 1,
  ...overrides,
});

it('keeps a tenth of the installation’s budget for codes and emergencies', () => {
  const { take } = budget();
  expect(take(charge({ parts: 9 }))).toBeNull();
  for (const other of ['text', 'notice', 'confirmation'] as const) {
    expect(take(charge({ class: other }))).toBe('installation');
  }
  expect(take(charge({ class: 'emergency' }))).toBeNull();
  expect(take(charge({ class: 'code' }))).toBe('installation');
});

it('takes nothing of a message that exceeds it', () => {
  const { take, smsLeft } = budget();
  expect(take(charge({ parts: 10 }))).toBe('installation');
  expect(smsLeft('text')).toBe(9);
  expect(smsLeft('emergency')).toBe(10);
});

it('never refuses mails about the own account', () => {
  const { take } = budget({ MAIL_DAILY_MAX: 0 });
  expect(take(charge({ class: 'code', channel: 'mail', recipient: 'a@b.c' }))).toBeNull();
  expect(take(charge({ class: 'notice', channel: 'mail', recipient: 'a@b.c' }))).toBe('installation');
});

it('counts the parts of a sender, of texts and notices together', () => {
  const { take } = budget({ SMS_DAILY_MAX: 1_000, senderParts: 5 });
  expect(take(charge({ parts: 3 }))).toBeNull();
  expect(take(charge({ class: 'notice', parts: 3 }))).toBe('sender');
  expect(take(charge({ class: 'notice', parts: 2 }))).toBeNull();
  expect(take(charge())).toBe('sender');
});

it('permits one notice an hour as a text message to a number, and 30 parts a day', () => {
  const { take } = budget({ SMS_DAILY_MAX: 1_000 });
  const to = { recipient: '+7' };
  expect(take(charge({ ...to, class: 'notice' }))).toBeNull();
  expect(take(charge({ ...to, class: 'notice' }))).toBe('recipient');
  expect(take(charge({ ...to, parts: 29 }))).toBeNull();
  expect(take(charge(to))).toBe('recipient');
  expect(take(charge({ ...to, class: 'code' }))).toBeNull();
});

it('gives what is urgent budgets of its own, for each sender and recipient', () => {
  const { take } = budget({ SMS_DAILY_MAX: 1_000, MAIL_DAILY_MAX: 1_000, senderParts: 1 });
  const to = { channel: 'mail', recipient: 'a@b.c' } as const;
  for (let sent = 0; sent < 5; sent += 1) expect(take(charge({ ...to, class: 'notice' }))).toBeNull();
  expect(take(charge({ ...to, class: 'notice' }))).toBe('recipient');
  for (let sent = 0; sent < 30; sent += 1) expect(take(charge({ ...to, class: 'urgent' }))).toBeNull();
  expect(take(charge({ ...to, class: 'urgent' }))).toBe('recipient');
  expect(take(charge())).toBeNull();
  expect(take(charge())).toBe('sender');
  for (let sent = 0; sent < 60; sent += 1) expect(take(charge({ class: 'urgent' }))).toBeNull();
  expect(take(charge({ class: 'urgent' }))).toBe('sender');
});

it('gives what is urgent half of the reserve, codes three quarters, and emergencies all', () => {
  const { take } = budget({ SMS_DAILY_MAX: 40, senderParts: 1_000 });
  for (let sent = 0; sent < 38; sent += 1) expect(take(charge({ class: 'urgent' }))).toBeNull();
  expect(take(charge({ class: 'urgent' }))).toBe('installation');
  expect(take(charge({ class: 'code' }))).toBeNull();
  expect(take(charge({ class: 'code' }))).toBe('installation');
  expect(take(charge({ class: 'emergency' }))).toBeNull();
});

it('gives codes of registrations a tenth of the text messages in an hour, and nothing of the reserve', () => {
  const { take } = budget({ SMS_DAILY_MAX: 100 });
  for (let sent = 0; sent < 10; sent += 1) expect(take(charge({ class: 'registration' }))).toBeNull();
  expect(take(charge({ class: 'registration' }))).toBe('installation');
  for (let sent = 0; sent < 4; sent += 1) expect(take(charge({ class: 'text', parts: 20 }))).toBeNull();
  expect(take(charge({ class: 'text' }))).toBe('installation');
  expect(take(charge({ class: 'emergency' }))).toBeNull();
});

it('gives codes of registrations half of the text messages of a day', () => {
  const usage = {
    installation: { sms: 49, mail: 0 },
    sender: { sms: 0, mail: 0, confirmations: 0, urgent: { sms: 0, mail: 0 }, scenario: { sms: 0, mail: 0 } },
    registrations: { sms_of_day: 49, sms_of_hour: 0 },
    recipients: new Map(),
  };
  const { take } = createBudget(usage, { ...LIMITS, SMS_DAILY_MAX: 100 });
  expect(take(charge({ class: 'registration' }))).toBeNull();
  expect(take(charge({ class: 'registration' }))).toBe('installation');
  expect(take(charge({ class: 'code' }))).toBeNull();
});

it('counts what a recipient gets of one sender, and of all four times as much', () => {
  const of = (parts: number, notices_of_hour: number, confirmations = 0) => ({ parts, notices_of_hour, confirmations });
  const received = new Map([
    ['others', { urgent_of_hour: 0, scenario_of_hour: 0, of_sender: of(0, 0), of_all: of(30, 3, 2) }],
    ['everybody', { urgent_of_hour: 0, scenario_of_hour: 0, of_sender: of(0, 0), of_all: of(120, 4, 8) }],
  ]);
  const usage = {
    installation: { sms: 0, mail: 0 },
    sender: { sms: 0, mail: 0, confirmations: 0, urgent: { sms: 0, mail: 0 }, scenario: { sms: 0, mail: 0 } },
    registrations: { sms_of_day: 0, sms_of_hour: 0 },
    recipients: received,
  };
  const { take } = createBudget(usage, {
    SMS_DAILY_MAX: 1_000,
    MAIL_DAILY_MAX: 1_000,
    senderParts: 100,
    permitted: false,
  });
  for (const messageClass of ['confirmation', 'notice', 'text', 'emergency', 'urgent'] as const) {
    expect(take(charge({ class: messageClass, recipient: 'others' })), messageClass).toBeNull();
    const expected = messageClass === 'emergency' || messageClass === 'urgent' ? null : 'recipient';
    expect(take(charge({ class: messageClass, recipient: 'everybody' })), messageClass).toBe(expected);
  }
});

it('asks a recipient twice a day, and 30 of one sender', () => {
  const { take } = budget({ MAIL_DAILY_MAX: 1_000 });
  const ask = (recipient: string) => take(charge({ class: 'confirmation', channel: 'mail', recipient }));
  expect([ask('a@b.c'), ask('a@b.c'), ask('a@b.c')]).toEqual([null, null, 'recipient']);
  const asked = Array.from({ length: 29 }, (_, index) => ask(`${index}@b.c`));
  expect(asked.filter((reason) => reason === null)).toHaveLength(28);
  expect(asked.at(-1)).toBe('sender');
});
