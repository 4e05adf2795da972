import { createPool, createDb } from '@belfry/api/db/client';
import { startOutbox, type Outbox } from '@belfry/api/features/outbox/outbox';
import { queueMessage } from '@belfry/api/features/outbox/outbox.service';
import type { Sender } from '@belfry/api/features/outbox/sender';
import { createLogger } from '@belfry/api/log';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser } from '../../../support/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/postgres/postgres.ts';
import { until } from '../../../support/until.ts';

let database: TestDatabase;
let db: ReturnType<typeof createDb>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.url, { max: 3, name: 'outbox-test' }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const log = createLogger('silent');
const copies = { written: () => undefined, clean: () => Promise.resolve() };
const start = (send: Sender['send']): Outbox => {
  const sender: Sender = { send, stop: () => undefined };
  return startOutbox({ db, log, copies, senders: { mail: sender, sms: sender } });
};
const person = async () => ({
  ...(await createUser({ db })),
  name: 'Somebody',
  phone: '+4915110000000',
  lang: 'en',
  role: 'user' as const,
});
const read = (id: number) =>
  db.selectFrom('outgoing_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('a message whose sender process died is sent by another one after two minutes, and not before', async () => {
  const taken: number[] = [];
  // Never resolves, like a process that was killed while sending.
  const dying = start(({ id }) => {
    taken.push(id);
    return new Promise(() => undefined);
  });
  const id = await queueMessage(db, { kind: 'password_changed', to: await person() });
  dying.wake();
  await until('it is being sent', () => taken.includes(id));
  const { rows } = await sql<{ lease_s: number }>`
    select extract(epoch from next_attempt_at - now())::float8 as lease_s from outgoing_messages where id = ${id}`.execute(
    db,
  );
  // A try takes at most 30 s. A shorter wait could send the message twice.
  expect(rows[0]?.lease_s).toBeGreaterThan(60);
  expect(rows[0]?.lease_s).toBeLessThanOrEqual(120);
  await dying.stop();

  const sent: number[] = [];
  const other = start((message) => {
    sent.push(message.id);
    return Promise.resolve();
  });
  const marker = await queueMessage(db, { kind: 'password_changed', to: await person() });
  other.wake();
  await until('another message is sent', async () => (await read(marker)).state === 'sent');
  expect(sent).toEqual([marker]);
  // Two minutes later by the clock of the database.
  await sql`update outgoing_messages set next_attempt_at = next_attempt_at - interval '2 minutes' where id = ${id}`.execute(
    db,
  );
  await until('it is sent', async () => (await read(id)).state === 'sent');
  expect(await read(id)).toMatchObject({ attempts: 2, last_error: null });
  await other.stop();
});

it('a newer message replaces a waiting one of the same kind and recipient only', async () => {
  const [one, other] = [await person(), await person()];
  const waiting = {
    password: await queueMessage(db, { kind: 'password_changed', to: one }),
    mail: await queueMessage(db, { kind: 'confirm_email', to: one, code: '1234' }),
    phone: await queueMessage(db, { kind: 'confirm_phone', to: one, code: '2345' }),
    others: await queueMessage(db, { kind: 'confirm_email', to: other, code: '3456' }),
  };
  const newer = await queueMessage(db, { kind: 'confirm_email', to: one, code: '4567' });
  expect(await read(waiting.mail)).toMatchObject({ state: 'failed', last_error: 'replaced by a newer message' });
  for (const id of [waiting.password, waiting.phone, waiting.others, newer]) {
    expect(await read(id)).toMatchObject({ state: 'queued', last_error: null });
  }
});

it('a kind of message without sender does not delay the others', async () => {
  const outbox = start(({ kind }) => (kind === 'confirm_phone' ? Promise.reject(new Error('no')) : Promise.resolve()));
  const to = await person();
  const refused = await queueMessage(db, { kind: 'confirm_phone', to });
  const mail = await queueMessage(db, { kind: 'password_changed', to });
  outbox.wake();
  await until('the mail is sent', async () => (await read(mail)).state === 'sent');
  await until('the other was tried', async () => (await read(refused)).last_error === 'no');
  expect(await read(refused)).toMatchObject({ state: 'queued' });
  await outbox.stop();
});
