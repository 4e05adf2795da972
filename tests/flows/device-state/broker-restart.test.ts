/**
 * @module-tag full
 * @module-tag each-engine
 */
import { it } from 'vitest';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import { createDevice } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
});

/** A broker without its sessions drops what devices send before the api has subscribed again. */
it('the first records of a device that a restarted broker has lost are waited for', async () => {
  const added = await createDevice(stack);
  await stack.stopBroker();
  await stack.startBroker();
  await stack.ready();
  const device = await connectDevice(stack.mqttUrl, added);
  await device.metrics({ seq: 3 });
  await until('the record is stored', async () => {
    const { rows } = await stack.pool.query('select from metrics where seq = 3 and device_id = $1', [added.device_id]);
    return rows.length === 1;
  });
  await device.metrics({ seq: 1 });
  await until('nothing beyond the gap is acknowledged', () => device.acks.at(-1) === 1);
  await device.metrics({ seq: 2 });
  await until('everything is acknowledged', () => device.acks.at(-1) === 3);
  await device.disconnect();
});
