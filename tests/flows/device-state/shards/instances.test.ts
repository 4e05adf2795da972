/**
 * @module-tag full
 * @module-tag each-engine
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdmin, type TestUser } from '../../../support/factories.ts';
import type { HttpClient } from '../../../support/http-client.ts';
import { connectDevice, type MqttDevice } from '../../../support/devices/mqtt-device.ts';
import { deviceOfEachShard, ownersOf, untilShares } from '../../../support/services/shard-owners.ts';
import { startStack, type Stack } from '../../../support/stack.ts';
import { durationOf } from '../../../support/devices/steady-clock.ts';
import { until } from '../../../support/until.ts';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { RESULT, VOLUME, statusOf } from '../../../support/commands.ts';

const SHARDS = 6;

let stack: Stack;
let admin: TestUser;
let devices: MqttDevice[];
beforeAll(async () => {
  stack = await startStack({ INGEST_SHARDS: String(SHARDS) });
  admin = await createAdmin(stack);
  const created = await deviceOfEachShard(stack, SHARDS);
  devices = await Promise.all(created.map((device) => connectDevice(stack.mqttUrl, device)));
});
afterAll(() => stack.stop());
beforeEach(() => untilShares(stack.pool, [6]));

const startReplica = async () => {
  const replica = await stack.startReplica();
  await untilShares(stack.pool, [3, 3]);
  return replica;
};

let lastSeq = 0;
/** Lets each device publish so many records. @returns the last sequence number */
async function publishRecords(count: number): Promise<number> {
  for (let record = 0; record < count; record++) {
    lastSeq += 1;
    await Promise.all(devices.map((device) => device.metrics({ seq: lastSeq })));
  }
  return lastSeq;
}
const untilAcknowledged = (seq: number): Promise<unknown> =>
  until(
    'every device has its acknowledgement',
    () => devices.map(({ acks }) => acks.at(-1)),
    (acks) => acks.every((acked) => acked === seq),
  );

async function expectStoredOnce(seq: number): Promise<void> {
  const { rows } = await stack.pool.query<{ rows: number; numbers: number }>(
    `select count(*)::int as rows, count(distinct seq)::int as numbers from metrics group by device_id`,
  );
  expect(rows).toEqual(devices.map(() => ({ rows: seq, numbers: seq })));
}

describe('several instances', () => {
  it('share the shards, and store each record once while these move', { tags: ['full'] }, async () => {
    const publishing = publishRecords(40);
    const replica = await startReplica();
    await publishing;
    const moving = publishRecords(40);
    await replica.stop();
    const last = await moving;
    await untilShares(stack.pool, [6]);
    await untilAcknowledged(last);
    await expectStoredOnce(last);
  });

  it('hand their shards over within a second when they stop', async () => {
    const replica = await startReplica();
    const stopping = replica.stop();
    expect(await untilShares(stack.pool, [6])).toBeLessThan(1_000);
    await stopping;
  });

  it('answer a caller who waits at the other one, for devices of every shard', async () => {
    const replica = await startReplica();
    await Promise.all(devices.map((device) => device.status()));
    for (const { serial } of devices)
      await until(
        'online',
        () => statusOf(stack, serial),
        (status) => status === 'online',
      );
    const ask = async (api: HttpClient, device: MqttDevice): Promise<void> => {
      const answer = api.call(commandsHttp.sendAndWait, admin, { serial: device.serial, ...VOLUME });
      const { correlation_id } = await device.nextCommand();
      await device.respond({ correlation_id, result: RESULT });
      expect((await answer).body).toMatchObject({ success: true });
    };
    for (const api of [stack, replica])
      for (const device of devices) expect(await durationOf(() => ask(api, device))).toBeLessThan(2_000);
    await replica.stop();
  });

  it('publish in the summary of the fleet what any of them has stored', async () => {
    const replica = await startReplica();
    const summaries: { by_status: { maintenance: number } }[] = [];
    const { connectAsync } = await import('mqtt');
    const observer = await connectAsync(stack.mqttUrl, {
      username: 'service',
      password: stack.config.SERVICE_SECRET,
    });
    observer.on('message', (_, payload) => summaries.push(JSON.parse(payload.toString()) as (typeof summaries)[0]));
    await observer.subscribeAsync('fleet/summary', { qos: 1 });
    await Promise.all(devices.map((device) => device.status({ status: 'maintenance' })));
    await until('the summary', () => summaries.at(-1)?.by_status.maintenance === SHARDS);
    await observer.endAsync();
    await replica.stop();
  });
});

describe('an instance whose leases are taken away', () => {
  it('joins again under a new id, and stores what comes', async () => {
    const [before] = await ownersOf(stack.pool, SHARDS);
    await stack.pool.query('update ingest_instances set fenced = true');
    await until('a new id', async () => {
      const owners = await ownersOf(stack.pool, SHARDS);
      return owners.every((owner) => owner !== null && owner !== before);
    });
    const last = await publishRecords(5);
    await untilAcknowledged(last);
    await expectStoredOnce(last);
  });

  it('can open no further connection to write with', async () => {
    const connections = async () =>
      (
        await stack.pool.query<{ application_name: string }>(
          `select application_name from pg_stat_activity
          where datname = current_database() and application_name like 'belfry-ingest-pool%'`,
        )
      ).rows.map(({ application_name }) => application_name);
    await publishRecords(1);
    const before = await connections();
    expect(before).not.toEqual([]);
    await stack.pool.query('update ingest_instances set fenced = true');
    await until('its connections are gone', async () => {
      const left = await connections();
      return !left.some((name) => before.includes(name));
    });
    await untilAcknowledged(await publishRecords(1));
    expect((await connections()).some((name) => before.includes(name))).toBe(false);
  });
});
