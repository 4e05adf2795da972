/** @module-tag full */
import { queueNotices, sendDueDigests } from '@belfry/api/features/mail/outbox/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../../support/database.ts';
import { createUser, type TestUser } from '../../../support/factories.ts';
import { advanceBudgets, confirmRecipients } from '../../../support/outbox.ts';

type Deps = Parameters<typeof sendDueDigests>[0];
type Notice = Parameters<typeof queueNotices>[3][number];

let store: TestDatabaseAccess;
let deps: Deps;
let sender: TestUser;
beforeAll(async () => {
  store = await startTestStore({ connections: 6 });
});
beforeEach(async () => {
  for (const table of ['outgoing_messages', 'message_ledger', 'message_digests', 'confirmed_recipients'] as const) {
    await store.db.deleteFrom(table).execute();
  }
  sender = await createUser(store);
  limit({ SMS_DAILY_MAX: 1_000, MAIL_DAILY_MAX: 1_000 });
});
afterAll(() => store.stop());

const limit = (limits: { SMS_DAILY_MAX: number; MAIL_DAILY_MAX: number }): void => {
  const config = { ...limits, PUBLIC_URL: 'https://belfry.test', HTTP_PORT: 1 } as unknown as Deps['config'];
  // Their jobs are lost, so nothing is sent.
  deps = { db: store.db, config, jobs: { sendAll: () => Promise.resolve() } as unknown as Deps['jobs'] };
};
const people = (count: number, overrides: Partial<Notice> = {}, prefix = 'person'): Notice[] =>
  Array.from({ length: count }, (_, index) => ({
    email: `${prefix}-${index}@x.test`,
    phone: `+49151100000${index}`,
    lang: 'en',
    subject: 'Not heard: Bell',
    mail: 'Bell has not been played',
    sms: 'Not heard: Bell',
    ...overrides,
  }));
const notify = (notices: readonly Notice[], by = sender) =>
  store.db.transaction().execute((trx) => queueNotices(trx, deps, { userId: by.id }, notices));
const messages = (channel: 'mail' | 'sms') =>
  store.db.selectFrom('outgoing_messages').selectAll().where('channel', '=', channel).orderBy('id').execute();
const digests = () => store.db.selectFrom('message_digests').selectAll().orderBy('recipient').execute();
const confirm = (notices: readonly Notice[]) =>
  confirmRecipients(
    store,
    notices.flatMap(({ email, phone }) => [email, phone]),
  );
/** Makes the digests due, after so many hours. */
async function later(hours: number): Promise<void> {
  await advanceBudgets(store, hours);
  await sql`update message_digests set due_at = due_at - make_interval(secs => ${hours * 3_600})`.execute(store.db);
  await sendDueDigests(deps);
}

describe('20 missed schedules with 10 responsible people', () => {
  it('send one text message and five mails to each within an hour, and the rest as one digest', async () => {
    const all = people(10);
    await confirm(all);
    for (let schedule = 0; schedule < 20; schedule += 1) await notify(all);
    expect(await messages('sms')).toHaveLength(10);
    expect(await messages('mail')).toHaveLength(50);
    const held = await digests();
    expect(held.map(({ channel, count }) => `${channel} ${count}`)).toEqual(
      Array.from({ length: 10 }, () => 'mail 15'),
    );
    await later(2);
    const mails = await messages('mail');
    expect(mails).toHaveLength(60);
    expect(mails.at(-1)).toMatchObject({ subject: 'Belfry: 15 more messages', kind: 'notice', user_id: sender.id });
    expect(mails.at(-1)?.text.match(/- Not heard: Bell/g)).toHaveLength(15);
    expect(await digests()).toEqual([]);
    await later(2);
    expect(await messages('mail')).toHaveLength(60);
  });

  it('ask each once, and send nothing else, where nobody has confirmed', async () => {
    const all = people(10);
    for (let schedule = 0; schedule < 20; schedule += 1) await notify(all);
    const sent = [...(await messages('sms')), ...(await messages('mail'))];
    expect(sent).toHaveLength(20);
    for (const { text } of sent) {
      expect(text).toMatch(/https:\/\/belfry\.test\/(confirm-recipient\?token=|c#)/);
      expect(text).not.toContain('Bell has');
    }
    expect(await digests()).toEqual([]);
  });

  it('charge the sender, also with ever new people', async () => {
    for (let schedule = 0; schedule < 20; schedule += 1) {
      const own = people(10, { phone: null }, `schedule-${schedule}`);
      await confirm(own);
      await notify(own);
    }
    expect(await messages('mail')).toHaveLength(100);
    expect(await digests()).toHaveLength(100);
    // Its budget of the day is used up, so the digests wait.
    await later(2);
    expect(await messages('mail')).toHaveLength(100);
    await later(24);
    expect(await messages('mail')).toHaveLength(200);
    await notify(people(1, { phone: null }, 'other'));
    expect(await digests()).toEqual([]);
  });
});

it('counts parts, not messages', async () => {
  const long = { email: null, sms: 'я'.repeat(150) };
  const all = people(10, long).flatMap((notice) =>
    Array.from({ length: 4 }, (_, index) => ({ ...notice, phone: `${notice.phone}${index}` })),
  );
  await confirm(all);
  await notify(all);
  // Of three parts each, and a sender has 100 parts a day.
  expect(await messages('sms')).toHaveLength(33);
});

it('counts what was missed in one text message an hour, for people without a mail address', async () => {
  const all = people(1, { email: null });
  await confirm(all);
  for (let times = 0; times < 4; times += 1) await notify(all);
  expect((await messages('sms')).map(({ text }) => text)).toEqual(['Not heard: Bell']);
  await later(0.5);
  expect(await messages('sms')).toHaveLength(1);
  await later(1);
  expect((await messages('sms')).at(-1)?.text).toBe('Belfry: 3 more messages wait in the console.');
});

it('is exact for parallel transactions', async () => {
  limit({ SMS_DAILY_MAX: 10, MAIL_DAILY_MAX: 10 });
  const all = people(6).flatMap((notice, index) =>
    Array.from({ length: 4 }, (_, other) => ({ ...notice, phone: null, email: `${index}-${other}@x.test` })),
  );
  await confirm(all);
  await Promise.all(all.map((notice) => notify([notice])));
  expect(await messages('mail')).toHaveLength(9);
  expect(await digests()).toHaveLength(15);
});

it('does not let one sender use up what another has', async () => {
  const all = people(1, { phone: null });
  await confirm(all);
  const other = await createUser(store);
  for (let times = 0; times < 8; times += 1) await notify(all);
  await notify(all, other);
  expect((await digests()).map(({ user_id, count }) => [user_id, count])).toEqual([[sender.id, 3]]);
  expect((await messages('mail')).at(-1)).toMatchObject({ user_id: other.id });
});

it('what one sender tells a person does not count for another one, and all together four times as much', async () => {
  const [person] = people(1);
  if (!person) throw new Error('there is nobody');
  await confirm([person]);
  const strangers = await Promise.all([1, 2, 3].map(() => createUser(store)));
  for (const by of strangers) for (let told = 0; told < 8; told += 1) await notify([person], by);
  await notify([person]);
  const own = async (channel: 'mail' | 'sms') =>
    (await messages(channel)).filter(({ user_id }) => user_id === sender.id);
  expect([(await own('mail')).length, (await own('sms')).length]).toEqual([1, 1]);
  expect((await digests()).filter(({ user_id }) => user_id === sender.id)).toEqual([]);
  const more = await createUser(store);
  for (let told = 0; told < 8; told += 1) await notify([person], more);
  expect([(await messages('mail')).length, (await messages('sms')).length]).toEqual([20, 4]);
});
