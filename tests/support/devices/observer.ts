import mqtt from 'mqtt';
import type { Command } from '@belfry/schemas/mqtt/commands';
import { type ResponseMessage, messages, type MessageKind } from '@belfry/schemas/mqtt/messages';
import { filters, parseTopic, topics } from '@belfry/schemas/mqtt/topics';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { until } from '../until.ts';

type PayloadOf<K extends MessageKind> = z.infer<(typeof messages)[K]['schema']>;
export type ObservedMessage = { topic: string; kind: MessageKind; retain: boolean; payload: unknown };

const DEVICE_FILTERS = [
  filters.allStatuses,
  filters.allMetrics,
  filters.allPlayers,
  filters.allReportedConfigs,
  filters.allResponses,
  filters.allReceipts,
  filters.allInputs,
];

/** An MQTT client with the api's rights that receives all messages of devices and checks them against their schemas. */
export type Observer = {
  /** All messages, oldest first. */
  received: ObservedMessage[];
  /** All messages of one kind from a device, oldest first. */
  all<K extends MessageKind>(kind: K, serial: string): PayloadOf<K>[];
  last<K extends MessageKind>(kind: K, serial: string): PayloadOf<K> | undefined;
  publish(topic: string, payload: unknown, retain?: boolean): Promise<void>;
  /** Sends a command. @returns its correlation id. */
  command(serial: string, command: Command, params?: object, more?: object): Promise<string>;
  /** Waits until a command is done. @returns its responses. */
  responses(serial: string, correlationId: string): Promise<ResponseMessage[]>;
  disconnect(): Promise<void>;
};

export async function observe(mqttUrl: string, secret: string): Promise<Observer> {
  const client = await mqtt.connectAsync(mqttUrl, { username: 'service', password: secret, clean: true });
  const received: ObservedMessage[] = [];
  client.on('message', (topic, payload, { retain }) => {
    const kind = parseTopic(topic)?.kind;
    if (!kind || kind === 'pageAudio') throw new Error(`unexpected message on ${topic}`);
    received.push({ topic, kind, retain, payload: messages[kind].schema.parse(JSON.parse(payload.toString())) });
  });
  await client.subscribeAsync(DEVICE_FILTERS, { qos: 1 });

  const observer: Observer = {
    received,
    all: (kind, serial) =>
      received
        .filter((message) => message.kind === kind && message.topic.startsWith(`devices/${serial}/`))
        .map(({ payload }) => payload as PayloadOf<typeof kind>),
    last: (kind, serial) => observer.all(kind, serial).at(-1),
    async publish(topic, payload, retain = false) {
      await client.publishAsync(topic, JSON.stringify(payload), { qos: 1, retain });
    },
    async command(serial, command, params = {}, more = {}) {
      const correlation_id = randomUUID();
      const issued_at = new Date().toISOString();
      const expires_at = new Date(Date.now() + 15_000).toISOString();
      await observer.publish(topics.commands(serial), {
        correlation_id,
        command,
        params,
        issued_at,
        expires_at,
        ...more,
      });
      return correlation_id;
    },
    async responses(serial, correlationId) {
      const phases = () => observer.all('responses', serial).filter(({ correlation_id: id }) => id === correlationId);
      return until('the command is done', phases, (received) => received.at(-1)?.phase === 'done');
    },
    disconnect: () => client.endAsync(),
  };
  return observer;
}
