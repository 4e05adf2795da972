import { setTimeout as delay } from 'node:timers/promises';
import { topics } from '@belfry/schemas/mqtt/topics';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import mqtt, { type MqttClient } from 'mqtt';
import { statusMessage } from '../../support/devices/mqtt-device.ts';
import { hostilePayloads } from '../../support/hostile/hostile-payloads.ts';
import type { Enrolled, LaunchedProduct } from '../../support/processes/launched-product.ts';

/** Send interval per device: 50 devices send 500 hostile messages a second. */
const SEND_EVERY_MS = 100;
/** Interval of commands to each hostile device, which responds with a hostile result. */
const COMMAND_EVERY_MS = 5_000;
const RECONNECT_MS = 2_000;
/** Larger messages end the connection, so only every `OVERSIZE_EVERY`th one is larger. */
const MAX_BYTES = 4_096;
const OVERSIZE_EVERY = 200;

export interface HostileDevices {
  serials: ReadonlySet<string>;
  /** Counts since the start. */
  sent(): number;
  responded(): number;
  stop(): Promise<void>;
}

/** Starts authenticated devices that publish hostile payloads on every topic and as responses to commands. */
export async function startHostileDevices(belfry: LaunchedProduct, count: number): Promise<HostileDevices> {
  const devices = await belfry.enrol(count);
  const root = { key: await belfry.rootKey() };
  const stopped = new AbortController();
  const wait = (ms: number): Promise<void> => delay(ms, undefined, { signal: stopped.signal }).catch(() => {});
  let sent = 0;
  let responded = 0;

  function connect({ serial, key }: Enrolled): MqttClient {
    const client = mqtt.connect(`mqtt://127.0.0.1:${belfry.mqttPort}`, {
      clientId: serial,
      username: serial,
      password: key,
      reconnectPeriod: RECONNECT_MS,
      queueQoSZero: false,
    });
    client.on('error', () => undefined);
    client.on('connect', () => {
      publish(client, topics.status(serial), Buffer.from(JSON.stringify(statusMessage())), true);
      client.subscribe(topics.commands(serial), { qos: 1 }, () => undefined);
    });
    client.on('message', (_topic, payload) => {
      const { correlation_id } = JSON.parse(payload.toString()) as { correlation_id: string };
      publish(client, topics.responses(serial), deeplyNestedResponse(correlation_id));
      responded += 1;
    });
    return client;
  }

  function publish(client: MqttClient, topic: string, payload: Buffer, retain = false): void {
    if (client.connected) client.publish(topic, payload, { qos: 1, retain }, () => undefined);
  }

  async function send(client: MqttClient, { serial }: Enrolled): Promise<void> {
    const small = [...hostilePayloads(serial, MAX_BYTES)];
    const large = [...hostilePayloads(serial)].filter(({ payload }) => payload.length > MAX_BYTES);
    for (let turn = 0; !stopped.signal.aborted; turn++) {
      const from = turn % OVERSIZE_EVERY === OVERSIZE_EVERY - 1 ? large : small;
      const { topic, payload } = from[Math.floor(Math.random() * from.length)]!;
      publish(client, topic, payload);
      sent += 1;
      await wait(SEND_EVERY_MS);
    }
  }

  async function command({ serial }: Enrolled): Promise<void> {
    await wait(Math.random() * COMMAND_EVERY_MS);
    while (!stopped.signal.aborted) {
      await belfry.api
        .call(commandsHttp.send, root, { serial, command: 'system_status', params: {} })
        .catch(() => undefined);
      await wait(COMMAND_EVERY_MS);
    }
  }

  const clients = devices.map((device) => {
    const client = connect(device);
    void send(client, device);
    void command(device);
    return client;
  });
  return {
    serials: new Set(devices.map(({ serial }) => serial)),
    sent: () => sent,
    responded: () => responded,
    async stop() {
      stopped.abort();
      await Promise.all(clients.map((client) => client.endAsync(true)));
    },
  };
}

/** A result nested 8,000 levels deep. */
const deeplyNestedResponse = (correlationId: string): Buffer =>
  Buffer.from(
    `{"correlation_id":"${correlationId}","phase":"done","success":true,"at":"${new Date().toISOString()}",` +
      `"result":{"a":"\\u0041","b":${'['.repeat(8_000)}${']'.repeat(8_000)}}}`,
  );
