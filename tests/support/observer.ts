import mqtt from 'mqtt';
import type { Command } from '@belfry/schemas/mqtt/commands';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { messages, type MessageKind } from '@belfry/schemas/mqtt/messages';
import { filters, parseTopic, topics } from '@belfry/schemas/mqtt/topics';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { until } from './until.ts';

type PayloadOf<K extends MessageKind> = z.infer<(typeof messages)[K]['schema']>;
export type Heard = { topic: string; kind: MessageKind; retain: boolean; payload: unknown };

const SAID_BY_DEVICES = [
  filters.allStatuses,
  filters.allMetrics,
  filters.allPlayers,
  filters.allReportedConfigs,
  filters.allResponses,
];

/** Somebody with the rights of the api who hears everything that devices say, and checks it against the contract. */
export type Observer = {
  /** Everything that was said, oldest first. */
  heard: Heard[];
  /** Everything of one kind that a device said, oldest first. */
  all<K extends MessageKind>(kind: K, serial: string): PayloadOf<K>[];
  last<K extends MessageKind>(kind: K, serial: string): PayloadOf<K> | undefined;
  say(topic: string, payload: unknown, retain?: boolean): Promise<void>;
  /** Sends a command and answers its correlation id. */
  command(serial: string, command: Command, params?: object, more?: object): Promise<string>;
  /** All phases of a command that has ended. */
  answer(serial: string, correlationId: string): Promise<ResponseMessage[]>;
  leave(): Promise<void>;
};

export async function observe(mqttUrl: string, secret: string): Promise<Observer> {
  const client = await mqtt.connectAsync(mqttUrl, { username: 'service', password: secret, clean: true });
  const heard: Heard[] = [];
  client.on('message', (topic, payload, { retain }) => {
    const kind = parseTopic(topic)?.kind;
    if (!kind) throw new Error(`nobody may say anything on ${topic}`);
    heard.push({ topic, kind, retain, payload: messages[kind].schema.parse(JSON.parse(payload.toString())) });
  });
  await client.subscribeAsync(SAID_BY_DEVICES, { qos: 1 });

  const observer: Observer = {
    heard,
    all: (kind, serial) =>
      heard
        .filter((message) => message.kind === kind && message.topic.startsWith(`devices/${serial}/`))
        .map(({ payload }) => payload as PayloadOf<typeof kind>),
    last: (kind, serial) => observer.all(kind, serial).at(-1),
    async say(topic, payload, retain = false) {
      await client.publishAsync(topic, JSON.stringify(payload), { qos: 1, retain });
    },
    async command(serial, command, params = {}, more = {}) {
      const correlation_id = randomUUID();
      const issued_at = new Date().toISOString();
      const expires_at = new Date(Date.now() + 15_000).toISOString();
      await observer.say(topics.commands(serial), { correlation_id, command, params, issued_at, expires_at, ...more });
      return correlation_id;
    },
    async answer(serial, correlationId) {
      const phases = () => observer.all('responses', serial).filter(({ correlation_id: id }) => id === correlationId);
      return until('the answer', phases, (said) => said.at(-1)?.phase === 'done');
    },
    leave: () => client.endAsync(),
  };
  return observer;
}
