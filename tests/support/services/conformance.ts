import { publishPacket, RawClient, subscribePacket } from '@belfry/broker/testing/raw-client';
import { SECRET, startTestBroker } from '@belfry/broker/testing/test-broker';
import type { IConnectPacket, IPublishPacket } from 'mqtt-packet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startMosquitto } from '../processes/mosquitto.ts';

type Server = { port: number; stop(): Promise<void> };
const SERVERS: Record<string, () => Promise<Server>> = {
  Belfry: async () => startTestBroker().then(({ ports, stop }) => ({ port: ports.mqtt, stop })),
  Mosquitto: startMosquitto,
};
/** Set by the projects of `vitest.config.ts`. */
const SERVER = process.env['CONFORMANCE_OF'] ?? 'Belfry';

export type Qos = 0 | 1 | 2;
export const QOS: readonly Qos[] = [0, 1, 2];

/** Clients and topics of one server. Topics and client ids are unique per test, since servers keep retained messages. */
export type Conformance = {
  topic(name: string): string;
  clientId(name: string): string;
  open(): Promise<RawClient>;
  /** Connects with all permissions. */
  connect(name: string, options?: Partial<IConnectPacket>): Promise<RawClient>;
  /** @returns the granted QoS or the failure code per filter */
  subscribe(client: RawClient, ...filters: { topic: string; qos: Qos }[]): Promise<readonly unknown[]>;
  /** Publishes and waits for the end of the QoS handshake. */
  publish(client: RawClient, name: string, payload: string, qos: Qos, retain?: boolean): Promise<void>;
  /** Waits until all messages that were sent to this client before have arrived. */
  waitUntilDelivered(client: RawClient): Promise<void>;
  received(client: RawClient): string[];
  messages(client: RawClient, count: number): Promise<IPublishPacket[]>;
  disconnect(client: RawClient): Promise<void>;
  test(title: string, run: () => Promise<void>): void;
  /** A test that Mosquitto 2.0 does not pass, for this reason. */
  testExceptMosquitto(reason: string, title: string, run: () => Promise<void>): void;
};

let testCount = 0;

/**
 * Defines tests of MQTT 3.1.1, for Belfry or for Mosquitto, which checks the tests themselves.
 * They follow the interoperability tests of Eclipse Paho (client_test.py).
 */
export function describeServers(define: (conformance: Conformance) => void): void {
  describe(SERVER, () => {
    const start = SERVERS[SERVER];
    if (!start) throw new Error(`CONFORMANCE_OF: there is no ${SERVER}`);
    let server: Server;
    let testId: string;
    const clients: RawClient[] = [];
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server.stop());
    afterEach(() => {
      for (const client of clients.splice(0)) client.destroy();
    });

    const open = async (): Promise<RawClient> => {
      const client = await RawClient.open(server.port);
      clients.push(client);
      return client;
    };
    const test = (title: string, run: () => Promise<void>): void =>
      it(title, async () => {
        testId = `${process.pid}-${++testCount}`;
        await run();
      });
    const conformance: Conformance = {
      ...packetCalls,
      topic: (name) => `story/${testId}/${name}`,
      clientId: (name) => `belfry-${testId}-${name}`,
      open,
      async connect(name, options) {
        const client = await open();
        const credentials = { username: 'service', password: Buffer.from(SECRET) };
        const code = await client.connect({ clientId: conformance.clientId(name), ...credentials, ...options });
        expect(code).toBe(0);
        return client;
      },
      test,
      testExceptMosquitto: (_reason, title, run) => {
        if (SERVER !== 'Mosquitto') test(title, run);
      },
    };
    define(conformance);
  });
}

const packetCalls = {
  async subscribe(client, ...filters) {
    const before = client.all('suback').length;
    client.send(subscribePacket(900 + before, ...filters));
    const { granted } = await client.next('suback', before);
    return granted;
  },
  async publish(client, name, payload, qos, retain = false) {
    const before = { puback: client.all('puback').length, pubcomp: client.all('pubcomp').length };
    client.send(publishPacket(name, payload, { qos, retain, messageId: 100 + qos }));
    if (qos === 1) await client.next('puback', before.puback);
    if (qos === 2) {
      await client.until(() => client.all('pubrec').length > before.pubcomp, 'PUBREC');
      client.send({ cmd: 'pubrel', messageId: 102 });
      await client.next('pubcomp', before.pubcomp);
    }
    await packetCalls.waitUntilDelivered(client);
  },
  async waitUntilDelivered(client: RawClient) {
    const before = client.all('pingresp').length;
    client.send({ cmd: 'pingreq' });
    await client.next('pingresp', before);
  },
  received: (client) => client.all('publish').map(({ payload }) => payload.toString()),
  messages: (client, count) =>
    client.until(() => client.all('publish').length >= count && [...client.all('publish')], `${count} messages`),
  async disconnect(client) {
    client.send({ cmd: 'disconnect' });
    await client.whenClosed();
  },
} satisfies Pick<Conformance, 'subscribe' | 'publish' | 'waitUntilDelivered' | 'received' | 'messages' | 'disconnect'>;
