import type { Device } from '@belfry/schemas/http/devices/devices';
import type { Serial } from '@belfry/schemas/domain/serial';
import { filters, topics } from '@belfry/schemas/mqtt/topics';
import mqtt from 'mqtt';
import { SERVICE_SECRET } from '../api.ts';
import { createAdmin } from '../factories.ts';
import type { Stack } from '../stack.ts';
import { until } from '../until.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';

/** An administrator who reads devices over HTTP, and a client that receives all statuses and the fleet summary. */
export async function startFleetObserver(stack: Stack) {
  const admin = await createAdmin(stack);
  const received: { topic: string; message: unknown }[] = [];
  const client = await mqtt.connectAsync(stack.mqttUrl, { username: 'service', password: SERVICE_SECRET });
  client.on('message', (topic, payload) => received.push({ topic, message: JSON.parse(payload.toString()) }));
  await client.subscribeAsync([filters.allStatuses, topics.fleetSummary], { qos: 1 });
  const info = async (serial: string): Promise<Device> =>
    (await stack.call(devicesHttp.info, admin, { device: serial })).body;
  return {
    info,
    untilStatus: (serial: string, status: string): Promise<Device> =>
      until(
        status,
        () => info(serial),
        (device) => device.status === status,
      ),
    /** The newest message on a topic. */
    lastOn: (topic: string): unknown => received.findLast((entry) => entry.topic === topic)?.message,
    /** All messages with the status of a device, oldest first. */
    statusesOf: (serial: Serial): unknown[] =>
      received.filter(({ topic }) => topic === topics.status(serial)).map(({ message }) => message),
    /** Has the rights of the api. */
    client,
    stop: () => client.endAsync(),
  };
}
export type FleetObserver = Awaited<ReturnType<typeof startFleetObserver>>;
