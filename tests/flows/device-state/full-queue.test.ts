/** @module-tag full */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDevice, metricsMessage, type MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createDevice } from '../../support/factories.ts';
import { lockTable } from '../../support/postgres/table-lock.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { healthHttp } from '@belfry/schemas/http/service/health';

/** What the broker keeps for the api: this many messages in flight, and as many behind them. */
const QUEUE = 20;
const RECORDS = 30;
const DEVICES = 4;

let stack: Stack;
beforeAll(async () => {
  const env = { SERVICE_WINDOW_MESSAGES: String(QUEUE), SERVICE_QUEUE_MESSAGES: String(QUEUE) };
  stack = await startStack(env);
});
afterAll(() => stack.stop());

const newDevice = async (): Promise<MqttDevice> => connectDevice(stack.mqttUrl, await createDevice(stack));
/** The records that a device keeps until they are acknowledged. */
const newJournal = () => Array.from({ length: RECORDS }, (_, index) => metricsMessage({ seq: index + 1 }));
const seqsOf = async ({ serial }: MqttDevice): Promise<number[]> => {
  const { rows } = await stack.pool.query<{ seq: number }>(
    'select seq from metrics join devices using (device_id) where serial = $1 order by seq',
    [serial],
  );
  return rows.map(({ seq }) => seq);
};

it('the first records of devices that the full queue of the broker has discarded while Postgres stored nothing are sent again', async () => {
  const [earlier, ...devices] = await Promise.all(Array.from({ length: DEVICES + 1 }, newDevice));
  const journals = devices.map((device) => ({ device, journal: newJournal() }));
  const unlock = await lockTable(stack.pool, 'metrics');
  for (const record of newJournal()) await earlier?.metrics(record);
  for (const { device, journal } of journals) for (const record of journal) await device.metrics(record);
  const lagSeconds = async (): Promise<number> => (await stack.call(healthHttp.ready, null)).body.lag_seconds;
  await until('records have waited for a second', async () => (await lagSeconds()) > 1);
  await unlock();
  const last = metricsMessage({ seq: RECORDS + 1 });
  for (const { device, journal } of journals) {
    journal.push(last);
    await device.metrics(last);
  }
  for (const { device, journal } of journals) {
    await until('an acknowledgement', () => device.acks.length > 0);
    // Only what is not acknowledged is still in the journal of the device.
    for (const record of journal.slice(device.acks.at(-1))) await device.metrics(record);
    await until('all are acknowledged', () => device.acks.at(-1) === journal.length);
    expect(await seqsOf(device)).toEqual(journal.map(({ seq }) => seq));
  }
});
