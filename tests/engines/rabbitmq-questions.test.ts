import { topics } from '@belfry/schemas/mqtt/topics';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectConsole } from '../support/devices/mqtt-console.ts';
import { connectDevice } from '../support/devices/mqtt-device.ts';
import type { Asked } from '../support/engines/questions-proxy.ts';
import { SHARED_RABBITMQ, type SharedRabbitmq } from '../support/engines/stack-engine.ts';
import { createDevice, createUser } from '../support/factories.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** The questions that RabbitMQ asks during some work, by their names. */
async function questionsDuring(work: () => Promise<void>): Promise<Asked> {
  const { proxyUrl } = JSON.parse(process.env[SHARED_RABBITMQ] ?? '') as SharedRabbitmq;
  const read = async () => (await (await fetch(proxyUrl)).json()) as Asked;
  const before = await read();
  await work();
  const changes = Object.entries(await read()).map(([name, times]) => [name, times - (before[name] ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, times]) => times > 0));
}

it('a device that connects, subscribes and publishes causes one question, about its key', async () => {
  const device = await createDevice(stack);
  const asked = await questionsDuring(async () => {
    const connected = await connectDevice(stack.mqttUrl, device);
    await connected.status();
    await connected.metrics();
    await connected.disconnect();
  });
  expect(asked).toEqual({ user: 1 });
});

it('a console causes one question about its key, and one for each filter', async () => {
  const owner = await createUser(stack);
  const devices = [await createDevice(stack, { user_id: owner.id }), await createDevice(stack, { user_id: owner.id })];
  const asked = await questionsDuring(async () => {
    const client = await connectConsole(stack.wsUrl, owner);
    await client.subscribeAsync(
      devices.map(({ serial }) => topics.status(serial)),
      { qos: 0 },
    );
    await client.endAsync();
  });
  expect(asked).toEqual({ user: 1, topic: 2 });
});
