import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import mqttPacket from 'mqtt-packet';
import type { Enrolled } from '../../support/processes/launched-product.ts';
import { deviceConnectBytes } from '../../support/hostile/raw-packets.ts';
import { reconnectForever, openSocket } from './sockets.ts';

const SUBSCRIPTIONS = 10_000;
const FILTERS = ['#', '+/#', 'devices/#', 'devices/+/commands', '+/+/+/+', 'fleet/#', 'users/+/events', '$SYS/#'];
const MAX_TOPIC_BYTES = 65_535;
const BODY_BYTES = 1024 * 1024;
const FLOOD_PAUSE_MS = 5;

const connectDevice = (port: number, { serial, key }: Enrolled): Socket => {
  const socket = openSocket(port);
  socket.write(deviceConnectBytes(serial, key));
  return socket;
};
const publish = (topic: string, payload: string | Buffer): Buffer =>
  mqttPacket.generate({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false, messageId: 1 });
const subscribe = (...topics: string[]): Buffer => {
  const subscriptions = topics.map((topic) => ({ topic, qos: 1 as const }));
  return mqttPacket.generate({ cmd: 'subscribe', messageId: 1, subscriptions });
};

/** Topics of the maximum length of MQTT, and packets of a megabyte. */
export async function hugeTopics(port: number, devices: readonly Enrolled[]): Promise<void> {
  const packets = [
    publish('x'.repeat(MAX_TOPIC_BYTES), 'x'),
    publish(`devices/${'x'.repeat(MAX_TOPIC_BYTES - 8)}`, Buffer.alloc(BODY_BYTES)),
    subscribe('y/'.repeat(MAX_TOPIC_BYTES / 2 - 1)),
  ];
  await forEach(devices, (device, index) =>
    reconnectForever(() => {
      const socket = connectDevice(port, device);
      socket.write(packets[index % packets.length] ?? '');
      return socket;
    }),
  );
}

/** Subscribes to ten thousand filters below the device's own topics, a hundred per packet. */
export async function manySubscriptions(port: number, devices: readonly Enrolled[]): Promise<void> {
  await forEach(devices, async (device) => {
    const socket = connectDevice(port, device);
    for (let from = 0; ; from = (from + 100) % SUBSCRIPTIONS) {
      socket.write(subscribe(...Array.from({ length: 100 }, (_, at) => `devices/${device.serial}/x/${from + at}`)));
      await delay(FLOOD_PAUSE_MS);
    }
  });
}

/** Subscribes to all wildcard filters repeatedly. */
export async function wildcardFlood(port: number, devices: readonly Enrolled[]): Promise<void> {
  await forEach(devices, async (device) => {
    const socket = connectDevice(port, device);
    for (;;) {
      socket.write(Buffer.concat(FILTERS.map((filter) => subscribe(filter))));
      await delay(FLOOD_PAUSE_MS);
    }
  });
}

/** Publishes on a forbidden topic, and reconnects whenever the broker closes the connection. */
export async function forbiddenPublish(port: number, devices: readonly Enrolled[]): Promise<void> {
  await forEach(devices, (device) =>
    reconnectForever(() => {
      const socket = connectDevice(port, device);
      socket.write(publish('fleet/commands', '{}'));
      return socket;
    }),
  );
}

const forEach = async (
  devices: readonly Enrolled[],
  attack: (device: Enrolled, index: number) => Promise<void>,
): Promise<void> => {
  await Promise.all(devices.map(attack));
};
