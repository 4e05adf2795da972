/** @module-tag full */
import { INGEST_CLIENT_ID } from '@belfry/schemas/mqtt/client-id';
import { ingestClientId } from '@belfry/schemas/mqtt/shards';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDevice } from '../../../support/factories.ts';
import { connectDevice } from '../../../support/devices/mqtt-device.ts';
import { untilShares } from '../../../support/services/shard-owners.ts';
import { startStack, type Stack } from '../../../support/stack.ts';
import { until } from '../../../support/until.ts';

const SHARDS = 3;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ INGEST_SHARDS: String(SHARDS) });
});
afterAll(() => stack.stop());

/** Opens a persistent session as the api does. @returns whether the broker had it */
async function openSession(clientId: string): Promise<boolean> {
  const password = stack.config.SERVICE_SECRET;
  const client = mqtt.connect(stack.mqttUrl, { clientId, clean: false, username: 'service', password });
  const present = await new Promise<boolean>((resolve) =>
    client.once('connect', ({ sessionPresent }) => resolve(sessionPresent)),
  );
  await client.endAsync();
  return present;
}
const numbers = async (): Promise<number[]> =>
  (await stack.pool.query<{ shards: number }>('select distinct shards from ingest_shards order by shards')).rows.map(
    ({ shards }) => shards,
  );

it('the sessions of another number of shards end when no instance uses them, and nothing is lost', async () => {
  await untilShares(stack.pool, [SHARDS]);
  await until('the session of a single shard is ended', numbers, (found) => String(found) === String([SHARDS]));
  const device = await connectDevice(stack.mqttUrl, await createDevice(stack));
  await device.metrics({ seq: 1 });
  await until('the first ack', () => device.acks.at(-1) === 1);

  await stack.stopApi();
  const others = [INGEST_CLIENT_ID, ingestClientId(0, 2), ingestClientId(1, 2)];
  for (const clientId of others) await openSession(clientId);
  await stack.pool.query('insert into ingest_shards (shards, shard) values (1, 0), (2, 0), (2, 1)');
  await device.metrics({ seq: 2 });
  await stack.startApi();
  await stack.ready();
  await until('the others are forgotten', numbers, (found) => String(found) === String([SHARDS]));
  for (const clientId of others) expect(await openSession(clientId)).toBe(false);
  await device.metrics({ seq: 3 });
  await until('the ack of all', () => device.acks.at(-1) === 3);
});
