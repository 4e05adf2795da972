/** @module-tag full */
import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { alarmRulesHttp } from '@belfry/schemas/http/alarms/rules';
import { afterEach, expect, it } from 'vitest';
import { statusOf } from '../../support/commands.ts';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import { createDevice, createUser } from '../../support/factories.ts';
import { endFakeTimers } from '../../support/fake-date.ts';
import { letDevicesBeJudged } from '../../support/alarms/judged-devices.ts';
import type { Stack } from '../../support/stack.ts';
import { flow } from '../../support/flow.ts';
import { createBranch } from '../../support/trees.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
});
afterEach(endFakeTimers);

it(
  'a device that loses its connection, is hot, or is back changes its alarms within seconds',
  { timeout: 90_000 },
  async () => {
    const owner = await createUser(stack);
    const { main, node } = await createBranch(stack, owner);
    const device = await createDevice(stack, { user_id: owner.id, company_id: node.company_id });
    for (const kind of ['device_offline', 'temperature'] as const) {
      const rule = { company_id: main.company_id, kind, delay_s: 0, clear_after_s: 0 };
      expect((await stack.call(alarmRulesHttp.create, owner, rule)).status).toBe(201);
    }
    const open = async (): Promise<string[]> =>
      (await stack.call(alarmsHttp.list, owner)).body.map(({ kind, devices }) => `${kind} ${devices.join()}`);
    const untilOpen = (kinds: string[]) =>
      until(
        `the alarms ${kinds.join()}`,
        () => open(),
        (now) => now.toSorted().join() === kinds.map((kind) => `${kind} ${device.serial}`).join(),
      );

    const client = await connectDevice(stack.mqttUrl, device);
    await client.status();
    await client.metrics({ seq: 1 });
    await until('the metrics', () => client.acks.length > 0);
    await until('online', async () => (await statusOf(stack, device.serial)) === 'online');
    await letDevicesBeJudged(stack);
    await client.metrics({ seq: 2, cpu_temperature: 95 });
    await untilOpen(['temperature']);
    await client.metrics({ seq: 3, cpu_temperature: 50, collected_at: new Date(Date.now() + 1_000).toISOString() });
    await untilOpen([]);
    client.kill();
    await untilOpen(['device_offline']);
    const again = await connectDevice(stack.mqttUrl, device);
    await again.status();
    await untilOpen([]);
    await again.disconnect();
  },
);
