import { randomUUID } from 'node:crypto';
import { insertScheduledRuns } from '@belfry/api/features/announcements/index';
import type { ReceiptMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { connectDevice, type MqttDevice } from '../../support/devices/mqtt-device.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let owner: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
});

const AT = Date.now() - 3_600_000;
const at = (seconds: number): string => new Date(AT + seconds * 1_000).toISOString();

async function scheduledRun(user_id = owner.id): Promise<string> {
  const run_id = randomUUID();
  const run = { run_id, schedule_id: 1, user_id, title: 'Bell', priority: 'scheduled' as const, at: new Date(AT) };
  await insertScheduledRuns(stack.db, [run]);
  return run_id;
}
async function device(): Promise<MqttDevice & { device_id: number }> {
  const created = await createDevice(stack, { user_id: owner.id });
  return { ...(await connectDevice(stack.mqttUrl, created)), device_id: created.device_id };
}
const send = (to: MqttDevice, receipt: Partial<ReceiptMessage>): Promise<void> =>
  to.publish(topics.receipts(to.serial), {
    reason: null,
    at: receipt.at ?? at(receipt.seq ?? 0),
    event: 'started',
    ...receipt,
  });
const acked = (from: MqttDevice, seq: number): Promise<unknown> =>
  until(`the acknowledgement of ${seq}`, () => from.receiptAcks.at(-1) === seq);
const delivery = (run_id: string, device_id: number) =>
  stack.db
    .selectFrom('announcement_deliveries')
    .select(['state', 'reason', 'started_at', 'finished_at'])
    .where('run_id', '=', run_id)
    .where('device_id', '=', device_id)
    .executeTakeFirst();
const stored = (device_id: number) =>
  stack.db
    .selectFrom('announcement_receipts')
    .select(['seq', 'event'])
    .where('device_id', '=', device_id)
    .orderBy('at')
    .execute();
const watermark = async (device_id: number): Promise<number | undefined> =>
  (
    await stack.db
      .selectFrom('announcement_receipt_seqs')
      .select('acked_seq')
      .where('device_id', '=', device_id)
      .executeTakeFirst()
  )?.acked_seq;

describe('receipts of a device', () => {
  it('are stored once with the state of the run, and acknowledged', async () => {
    const [run_id, speaker] = [await scheduledRun(), await device()];
    await send(speaker, { seq: 1, run_id, event: 'fetched' });
    await send(speaker, { seq: 2, run_id, event: 'started' });
    await send(speaker, { seq: 3, run_id, event: 'finished' });
    await acked(speaker, 3);
    for (const event of ['fetched', 'started', 'finished'] as const)
      await send(speaker, { seq: { fetched: 1, started: 2, finished: 3 }[event], run_id, event });
    await until('the repeated acknowledgement', () => speaker.receiptAcks.length > 1);
    expect(await stored(speaker.device_id)).toEqual([
      { seq: 1, event: 'fetched' },
      { seq: 2, event: 'started' },
      { seq: 3, event: 'finished' },
    ]);
    expect(await delivery(run_id, speaker.device_id)).toEqual({
      state: 'finished',
      reason: null,
      started_at: new Date(AT + 2_000),
      finished_at: new Date(AT + 3_000),
    });
  });

  it('that arrive late do not change the state back', async () => {
    const [run_id, speaker] = [await scheduledRun(), await device()];
    await send(speaker, { seq: 2, run_id, event: 'skipped', reason: 'quiet hours' });
    await send(speaker, { seq: 1, run_id, event: 'fetched' });
    await send(speaker, { seq: 3, run_id, event: 'finished' });
    await acked(speaker, 3);
    expect(await delivery(run_id, speaker.device_id)).toMatchObject({ state: 'skipped', reason: 'quiet hours' });
  });

  it.each([
    ['missed', 'finished'],
    ['finished', 'missed'],
    ['skipped', 'finished'],
  ] as const)('of a run that is %s and then %s says that it was heard, and nothing else', async (first, second) => {
    const speaker = await device();
    const run_id = await scheduledRun();
    const reason = (event: string): string | null => (event === 'finished' ? null : 'not played');
    await send(speaker, { seq: 1, run_id, event: first, reason: reason(first) });
    await acked(speaker, 1);
    await send(speaker, { seq: 2, run_id, event: 'started' });
    await send(speaker, { seq: 3, run_id, event: second, reason: reason(second) });
    await acked(speaker, 3);
    const finishedAt = new Date(at(first === 'finished' ? 1 : 3));
    expect(await delivery(run_id, speaker.device_id)).toMatchObject({
      state: 'finished',
      reason: null,
      finished_at: finishedAt,
    });
  });

  it('with an invalid payload, an unknown run or a huge number do not block later ones', async () => {
    const [run_id, speaker] = [await scheduledRun(), await device()];
    await send(speaker, { seq: 1, run_id });
    await speaker.publish(topics.receipts(speaker.serial), { seq: 2, run_id, event: 'sung', at: at(2) });
    await send(speaker, { seq: 3, run_id: randomUUID() });
    await send(speaker, { seq: 4, run_id, event: 'finished' });
    await acked(speaker, 4);
    expect(await stored(speaker.device_id)).toHaveLength(2);
    await send(speaker, { seq: Number.MAX_SAFE_INTEGER, run_id, at: at(5) });
    await send(speaker, { seq: 5, run_id, event: 'interrupted', at: new Date().toISOString() });
    await acked(speaker, 5);
    expect(await delivery(run_id, speaker.device_id)).toMatchObject({ state: 'finished' });
  });

  it('continue after the device has lost its numbering', async () => {
    const [run_id, speaker] = [await scheduledRun(), await device()];
    for (const seq of [1, 2, 3]) await send(speaker, { seq, run_id, at: at(0) });
    await acked(speaker, 3);
    await send(speaker, { seq: 1, run_id, event: 'finished', at: at(600) });
    await acked(speaker, 1);
    expect(await stored(speaker.device_id)).toHaveLength(4);
  });

  it(
    'that another instance has acknowledged are not waited for, because the device has deleted them',
    { tags: ['full'] },
    async () => {
      const [run_id, speaker] = [await scheduledRun(), await device()];
      await send(speaker, { seq: 1, run_id });
      await acked(speaker, 1);
      // As another instance stores it, while the number of shards is changed.
      await stack.db
        .updateTable('announcement_receipt_seqs')
        .set({ acked_seq: 40, newest_seq: 40, newest_at: new Date(AT + 40_000) })
        .where('device_id', '=', speaker.device_id)
        .execute();
      await send(speaker, { seq: 41, run_id });
      await acked(speaker, 40);
      await send(speaker, { seq: 42, run_id });
      await acked(speaker, 42);
      expect(await watermark(speaker.device_id)).toBe(42);
      await send(speaker, { seq: 1, run_id, event: 'finished', at: at(600) });
      await acked(speaker, 1);
      expect(await watermark(speaker.device_id), 'a restart of the numbering lowers it').toBe(1);
    },
  );

  it('are kept by the api across a restart', async () => {
    const [run_id, speaker] = [await scheduledRun(), await device()];
    await send(speaker, { seq: 1, run_id });
    await acked(speaker, 1);
    await stack.stopApi();
    await send(speaker, { seq: 2, run_id, event: 'finished' });
    await stack.startApi();
    await acked(speaker, 2);
    expect(await delivery(run_id, speaker.device_id)).toMatchObject({ state: 'finished' });
  });

  it('about a run of somebody else are not shown to anybody', async () => {
    const [run_id, speaker] = [await scheduledRun((await createUser(stack)).id), await device()];
    await send(speaker, { seq: 1, run_id });
    await acked(speaker, 1);
    expect(await delivery(run_id, speaker.device_id)).toBeUndefined();
  });
});
