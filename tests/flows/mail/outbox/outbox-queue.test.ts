import {
  MAIL_QUEUES,
  queueMessage,
  queueMessages,
  resumeQueuedMessages,
  sendQueued,
} from '@belfry/api/features/mail/outbox/index';
import { createJobs, type RunningJobs } from '@belfry/api/jobs/index';
import { createLogger } from '@belfry/api/log';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../../support/database.ts';
import { createUser } from '../../../support/factories.ts';
import { until } from '../../../support/until.ts';

type Deps = Parameters<typeof sendQueued>[0];
type Send = Deps['outbox']['send'];

const log = createLogger('silent');
/** For messages whose job is lost. */
const NO_JOBS = { sendAll: () => Promise.resolve() };
const running: RunningJobs[] = [];
let store: TestDatabaseAccess;
beforeAll(async () => {
  store = await startTestStore({ connections: 6 });
});
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
  await store.db.deleteFrom('outgoing_messages').execute();
});
afterAll(() => store.stop());

/** Starts what an instance of the api has for messages. */
async function start(send: Send): Promise<Deps> {
  const jobs = createJobs({ url: store.url, log });
  const deps = { db: store.db, log, jobs, outbox: { send, stop: () => Promise.resolve() } };
  for (const queue of Object.values(MAIL_QUEUES)) jobs.work(queue, (job) => sendQueued(deps, job));
  running.push(jobs);
  await jobs.start();
  return deps;
}
const user = async () => ({
  ...(await createUser(store)),
  name: 'Somebody',
  phone: '+4915110000000',
  lang: 'en',
  role: 'user' as const,
});
const queue = async (
  jobs: Deps['jobs'] | typeof NO_JOBS,
  kind: 'password_changed' | 'confirm_phone',
  to: object = {},
) => queueMessage(store.db, jobs, { kind, to: { ...(await user()), ...to } });
const read = (id: number) =>
  store.db.selectFrom('outgoing_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const untilSent = (id: number) => until(`${id} is sent`, async () => (await read(id)).state === 'sent');
const sms = (index: number) =>
  ({
    channel: 'sms',
    kind: 'sms',
    user_id: null,
    recipient: `+49151${index}`,
    lang: 'en',
    subject: null,
    html: null,
    text: 'Hello',
  }) as const;

it('sends 500 messages of one transaction by two instances, each once', { tags: ['full'] }, async () => {
  const sent: number[] = [];
  const send: Send = ({ id }) => Promise.resolve(void sent.push(id));
  const { jobs } = await start(send);
  await start(send);
  const messages = Array.from({ length: 500 }, (_, index) => sms(index));
  const ids = await store.db.transaction().execute((trx) => queueMessages(trx, jobs, messages, 'text'));
  await until('all are sent', () => sent.length >= 500, Boolean, 60_000);
  await Promise.all(ids.slice(-4).map(untilSent));
  expect(sent.sort((a, b) => a - b)).toEqual(ids);
});

it('sends nothing of a transaction that is rolled back', async () => {
  const send = vi.fn<Send>().mockResolvedValue();
  const { jobs } = await start(send);
  const undone = store.db.transaction().execute(async (trx) => {
    await queueMessages(trx, jobs, [sms(1)], 'text');
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  await untilSent(await queue(jobs, 'confirm_phone'));
  expect(send).toHaveBeenCalledOnce();
});

it('states why an attempt failed and when the next one is due, and makes it', async () => {
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const send = vi
    .fn<Send>()
    .mockRejectedValueOnce(new Error('no'))
    .mockImplementationOnce(() => allowed)
    .mockResolvedValue();
  const { jobs } = await start(send);
  const id = await queue(jobs, 'password_changed');
  const tried = await until(
    'an attempt',
    () => read(id),
    ({ attempts }) => attempts === 1,
  );
  expect(tried).toMatchObject({ state: 'queued', last_error: 'no' });
  const waits = tried.due_at.getTime() - tried.created_at.getTime();
  expect(waits).toBeGreaterThan(700);
  expect(tried.due_at.getTime()).toBeLessThanOrEqual(Date.now() + 1_250);
  await until('the second attempt', () => send.mock.calls.length === 2);
  expect(await read(id)).toMatchObject({ state: 'queued', attempts: 1 });
  allow();
  await untilSent(id);
  expect(await read(id)).toMatchObject({ attempts: 2, last_error: null });
});

it('does nothing for a repeated job of an attempt that was made', async () => {
  const send = vi.fn<Send>().mockRejectedValueOnce(new Error('no')).mockResolvedValue();
  const deps = await start(send);
  const id = await queue(deps.jobs, 'password_changed');
  await untilSent(id);
  for (const attempt of [0, 1, 2]) await sendQueued(deps, { message_id: id, attempt, user_id: 0, urgent: false });
  expect(send).toHaveBeenCalledTimes(2);
});

it('gives messages without a job one, whichever instance looks first', async () => {
  const waiting = [await queue(NO_JOBS, 'password_changed'), await queue(NO_JOBS, 'confirm_phone')];
  const later = await queue(NO_JOBS, 'password_changed');
  await store.db
    .updateTable('outgoing_messages')
    .set({ attempts: 3, due_at: new Date(Date.now() + 60_000) })
    .where('id', '=', later)
    .execute();
  const send = vi.fn<Send>().mockResolvedValue();
  const instances = [await start(send), await start(send)];
  for (let round = 0; round < 3; round += 1) await Promise.all(instances.map(resumeQueuedMessages));
  await Promise.all(waiting.map(untilSent));
  await Promise.all(instances.map(resumeQueuedMessages));
  await untilSent(await queue(instances[0]?.jobs ?? NO_JOBS, 'password_changed'));
  expect(send).toHaveBeenCalledTimes(3);
  expect(await read(later)).toMatchObject({ state: 'queued', attempts: 3 });
});

it('does not delay mail while the SMS provider hangs', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const send = vi.fn<Send>(({ channel }) => (channel === 'sms' ? answered : Promise.resolve()));
  const { jobs } = await start(send);
  await queueMessages(
    store.db,
    jobs,
    Array.from({ length: 20 }, (_, index) => sms(index)),
    'text',
  );
  await until('SMS are being sent', () => send.mock.calls.length >= 4);
  await untilSent(await queue(jobs, 'password_changed'));
  answer();
});

it('replaces a waiting message by a newer one of the same kind and recipient only', async () => {
  const [one, other] = [await user(), await user()];
  const waiting = {
    password: await queue(NO_JOBS, 'password_changed', one),
    phone: await queue(NO_JOBS, 'confirm_phone', one),
    others: await queue(NO_JOBS, 'confirm_phone', other),
  };
  const newer = await queue(NO_JOBS, 'confirm_phone', one);
  expect(await read(waiting.phone)).toMatchObject({ state: 'failed', last_error: 'replaced by a newer message' });
  for (const id of [waiting.password, waiting.others, newer]) {
    expect(await read(id)).toMatchObject({ state: 'queued', last_error: null });
  }
});
