import { letPass } from '@belfry/schemas/testing/clock';
import { describe, expect, it } from 'vitest';
import { scrape } from '../../support/metrics/scrape.ts';
import { connectDevice, type MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createDevice } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { lockTable, waitUntilBlocked } from '../../support/postgres/table-lock.ts';
import { until } from '../../support/until.ts';

/** The api sends acknowledgements to devices every 250 ms. */
const SEVERAL_TICKS_MS = 1_000;

let stack: Stack;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
});

const newDevice = async (): Promise<MqttDevice> => connectDevice(stack.mqttUrl, await createDevice(stack));
const inFlight = async (): Promise<number> =>
  (await scrape(`${stack.config.BROKER_HTTP_URL}/metrics`)).sum('belfry_broker_inflight_messages');
const uncommitted = async (): Promise<number> =>
  (await scrape(`http://127.0.0.1:${stack.config.INTERNAL_PORT}/metrics`)).sum('belfry_ingest_uncommitted');

describe('uncommitted metrics', () => {
  it('are acknowledged neither to the broker nor to the device', async () => {
    const device = await newDevice();
    const release = await lockTable(stack.pool, 'metrics');
    try {
      for (const seq of [1, 2, 3]) await device.metrics({ seq });
      await waitUntilBlocked(stack.db);
      await letPass(SEVERAL_TICKS_MS);
      expect(device.acks).toEqual([]);
      await until('the broker has sent all of them', inFlight, (messages) => messages === 3);
      // The api sets the gauge once a second.
      await until('the gauge is set', uncommitted, (messages) => messages === 3);
    } finally {
      await release();
    }
    await until('the ack', () => device.acks.at(-1) === 3);
    await until('the broker has its acknowledgements', inFlight, (messages) => messages === 0);
  });
});

describe('the acknowledged sequence number', () => {
  it('is stored with the metrics, so that a restart neither skips a gap nor starts again', async () => {
    const device = await newDevice();
    for (const seq of [1, 2, 4]) await device.metrics({ seq });
    await until('the ack before the gap', () => device.acks.at(-1) === 2);
    await stack.stopApi();
    await stack.startApi();
    await stack.ready();
    const before = device.acks.length;
    await device.metrics({ seq: 5 });
    await until('an ack after the restart', () => device.acks.length > before);
    expect(device.acks.slice(before)).toEqual([2]);
    for (const seq of [3, 4]) await device.metrics({ seq, collected_at: new Date(Date.now() - 60_000).toISOString() });
    await until('the ack beyond the gap', () => device.acks.at(-1) === 5);
  });
});
