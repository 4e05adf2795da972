import mqtt, { type MqttClient } from 'mqtt';
import type {
  AcksMessage,
  CommandMessage,
  MetricsMessage,
  ResponseMessage,
  StatusMessage,
} from '@belfry/schemas/mqtt/messages';
import type { DesiredConfig } from '@belfry/schemas/domain/configuration';
import { parseTopic, topics } from '@belfry/schemas/mqtt/topics';
import { letPass } from '@belfry/schemas/testing/clock';
import { SHARED_RABBITMQ } from '../engines/stack-engine.ts';
import { until } from '../until.ts';

const RETRY_MS = 500;

/** An MQTT client with a device's credentials. It publishes only what the test makes it publish. */
export type MqttDevice = {
  serial: string;
  client: MqttClient;
  /** Received messages, oldest first. */
  commands: CommandMessage[];
  acks: number[];
  /** The acknowledged sequence numbers of receipts. */
  receiptAcks: number[];
  /** Those of changes of inputs. */
  inputAcks: number[];
  configs: DesiredConfig[];
  /** The frames of live pages, as they came. */
  frames: Buffer[];
  publish(topic: string, payload: unknown, options?: { retain?: boolean }): Promise<void>;
  status(status?: Partial<StatusMessage>): Promise<void>;
  metrics(metrics?: Partial<MetricsMessage>): Promise<void>;
  respond(response: Partial<ResponseMessage> & Pick<ResponseMessage, 'correlation_id'>): Promise<void>;
  /** Waits for the next command that has not been returned yet; one that arrives again is not the next. */
  nextCommand(): Promise<CommandMessage>;
  /** Closes the socket without DISCONNECT, so that the broker publishes the last will. */
  kill(): void;
  disconnect(): Promise<void>;
};

export const statusMessage = (overrides: Partial<StatusMessage> = {}): StatusMessage => ({
  status: 'online',
  device_version: '1.4.2',
  hostname: 'speaker',
  ip: '10.0.0.7',
  at: new Date().toISOString(),
  ...overrides,
});

export const metricsMessage = (overrides: Partial<MetricsMessage> = {}): MetricsMessage => ({
  hostname: 'speaker',
  cpu_usage_percent: 12.5,
  cpu_temperature: 48.25,
  memory_usage_percent: 40,
  disk_usage_percent: 63,
  uptime_seconds: 3_600,
  collected_at: new Date().toISOString(),
  ...overrides,
});

/** Connects as the device and subscribes to its topics. Publishes nothing. */
export async function connectDevice(
  mqttUrl: string,
  { serial, device_key }: { serial: string; device_key: string },
): Promise<MqttDevice> {
  const connect = (): Promise<MqttClient> =>
    mqtt.connectAsync(mqttUrl, {
      clientId: serial,
      username: serial,
      password: device_key,
      clean: true,
      reconnectPeriod: 0,
      will: {
        topic: topics.status(serial),
        payload: Buffer.from(JSON.stringify(statusMessage({ status: 'offline' }))),
        qos: 1,
        retain: true,
      },
    });
  // A node of RabbitMQ that has just started refuses its first client, because its connection to the api is closed; devices try again.
  const client = await connect().catch(async (error: unknown) => {
    if (process.env[SHARED_RABBITMQ] === undefined) throw error;
    await letPass(RETRY_MS);
    return connect();
  });
  client.on('error', () => undefined);
  const received = collectMessages(client, serial);
  let consumed = 0;
  const own = [topics.commands(serial), topics.fleetCommands, topics.acks(serial), topics.configDesired(serial)];
  await client.subscribeAsync(own, { qos: 1 });

  const device: MqttDevice = {
    serial,
    client,
    ...received,
    async publish(topic, payload, { retain = false } = {}) {
      await client.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), {
        qos: 1,
        retain,
      });
    },
    status: (status) => device.publish(topics.status(serial), statusMessage(status), { retain: true }),
    metrics: (metrics) => device.publish(topics.metrics(serial), metricsMessage(metrics)),
    respond: (response) =>
      device.publish(topics.responses(serial), {
        phase: 'done',
        success: true,
        at: new Date().toISOString(),
        ...response,
      }),
    async nextCommand() {
      const index = consumed;
      consumed += 1;
      return until('a command', () => distinct(received.commands)[index]!);
    },
    kill: () => client.stream.destroy(),
    disconnect: () => client.endAsync(),
  };
  return device;
}

/** A command may arrive more than once; devices carry it out once. */
const distinct = (commands: readonly CommandMessage[]): CommandMessage[] => [
  ...new Map(commands.map((command) => [command.correlation_id, command])).values(),
];

/** What the client receives on the topics of the device, from now on. */
function collectMessages(client: MqttClient, serial: string) {
  const received: Pick<MqttDevice, 'commands' | 'acks' | 'receiptAcks' | 'inputAcks' | 'configs' | 'frames'> = {
    commands: [],
    acks: [],
    receiptAcks: [],
    inputAcks: [],
    configs: [],
    frames: [],
  };
  client.on('message', (topic, payload) => {
    if (parseTopic(topic)?.kind === 'pageAudio') {
      received.frames.push(payload);
      return;
    }
    const message: unknown = JSON.parse(payload.toString());
    if (topic === topics.commands(serial) || topic === topics.fleetCommands) {
      received.commands.push(message as CommandMessage);
    } else if (topic === topics.acks(serial)) {
      const { metrics_seq, receipts_seq, inputs_seq } = message as AcksMessage;
      if (metrics_seq !== undefined) received.acks.push(metrics_seq);
      if (receipts_seq !== undefined) received.receiptAcks.push(receipts_seq);
      if (inputs_seq !== undefined) received.inputAcks.push(inputs_seq);
    } else if (topic === topics.configDesired(serial)) received.configs.push(message as DesiredConfig);
  });
  return received;
}
