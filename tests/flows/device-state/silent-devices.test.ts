import { createPresence } from '@belfry/api/features/device-state/presence';
import { createLogger } from '@belfry/api/log';
import { createSerialQueue, createIngestContext } from '@belfry/api/mqtt/ingest/ingest-context';
import { PRESENCE_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { StatusMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterAll, describe, expect, it } from 'vitest';
import { connectDevice, type MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createDevice, type TestDevice } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createFakeBroker } from '../../support/services/fake-broker.ts';
import { startFleetObserver, type FleetObserver } from '../../support/devices/fleet-observer.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let observer: FleetObserver;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  observer = await startFleetObserver(stack);
});
afterAll(() => observer.stop());

const info = (serial: string) => observer.info(serial);
const untilStatus = (serial: string, status: string) => observer.untilStatus(serial, status);
const lastStatus = (serial: string) => observer.lastOn(topics.status(serial)) as StatusMessage | undefined;
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

async function newDevice(): Promise<TestDevice & { client: MqttDevice }> {
  const device = await createDevice(stack);
  return { ...device, client: await connectDevice(stack.mqttUrl, device) };
}

describe('a silent device', () => {
  const log = createLogger('silent');

  /** A presence service over the same database, with the given clock and ingest health. */
  function presenceWith(healthySince: number | null) {
    const broker = createFakeBroker();
    const { context } = createIngestContext({ pool: stack.pool, broker, log, acknowledge: () => undefined });
    const presence = createPresence(
      { ...context, deviceStateQueue: createSerialQueue() },
      { healthySince: () => healthySince, shards: () => ({ held: [0], shards: 1 }) },
    );
    presence.stop();
    const toldOf = (serial: string) => broker.published.filter(({ topic }) => topic === topics.status(serial));
    return { presence, toldOf };
  }

  it('is offline after 90 s, and its previous status applies again after its next message', async () => {
    const { serial, client } = await newDevice();
    await client.status({ status: 'online', hostname: 'attic' });
    await untilStatus(serial, 'online');
    const now = Date.now() + PRESENCE_TIMEOUT_MS + 1_000;

    const { presence, toldOf } = presenceWith(0);
    await presence.sweep(Date.now());
    expect(toldOf(serial)).toEqual([]);
    await presence.sweep(now);
    expect(toldOf(serial).at(-1)?.payload).toMatchObject({ status: 'offline', hostname: 'attic', by: 'api' });
    expect((await info(serial)).status).toBe('offline');

    await client.metrics({ seq: 1 });
    await untilStatus(serial, 'online');
    const republished = await until(
      'consoles are notified',
      () => lastStatus(serial),
      (last) => last?.by === 'api',
    );
    expect(republished).toMatchObject({ status: 'online', hostname: 'attic' });
  });

  it('stays online while it publishes any other message', async () => {
    const { serial, client } = await newDevice();
    await client.status();
    await untilStatus(serial, 'online');
    const now = Date.now() + PRESENCE_TIMEOUT_MS + 1_000;
    const { presence, toldOf } = presenceWith(0);
    presence.recordMessage(serial, now);
    await presence.sweep(now);
    expect(toldOf(serial)).toEqual([]);
  });

  it('is not marked while the ingest was unhealthy', async () => {
    const { serial, client } = await newDevice();
    await client.status();
    await untilStatus(serial, 'online');
    const now = Date.now() + PRESENCE_TIMEOUT_MS + 1_000;
    for (const healthySince of [null, now - PRESENCE_TIMEOUT_MS + 1]) {
      const { presence, toldOf } = presenceWith(healthySince);
      await presence.sweep(now);
      expect(toldOf(serial)).toEqual([]);
    }
    expect((await info(serial)).status).toBe('online');
  });

  it('does not become online by the offline status that the api publishes for it', async () => {
    const { serial, client } = await newDevice();
    await client.status();
    await untilStatus(serial, 'online');
    const offline: StatusMessage = {
      status: 'offline',
      device_version: '',
      hostname: '',
      ip: '',
      at: inMinutes(0),
      by: 'api',
    };
    await observer.client.publishAsync(topics.status(serial), JSON.stringify(offline), { qos: 1, retain: true });
    await client.metrics({ seq: 1 });
    await until('the metrics after it', () => client.acks.length === 1);
    expect((await info(serial)).status).toBe('online');
  });
});
