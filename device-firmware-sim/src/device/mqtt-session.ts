import type { Agent } from 'node:http';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { deviceClientId } from '@belfry/schemas/mqtt/client-id';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Clock } from '../hardware/clock.ts';

const KEEPALIVE_SECONDS = 30;
const CONNECT_TIMEOUT_MS = 15_000;
/** The CONNACK codes for refused credentials: bad user name or password, not authorised. */
const REFUSED_CODES: ReadonlySet<number> = new Set([4, 5]);
/** The CONNACK code for a client id that is not admitted: another device with this key is connected. */
const IDENTIFIER_REJECTED = 2;
const CLOSE_TIMEOUT_MS = 1_000;
/** In a SUBACK, from this value on. */
const REFUSED_QOS = 128;

export type Will = { topic: string; payload: string };

export type SessionOptions = {
  url: string;
  /** The certificate authority (PEM) of a broker at mqtts://; by default those that the machine trusts. */
  ca?: string | undefined;
  /** Opens the TCP connection of a WebSocket where that leads through a proxy. */
  agentFor?: ((url: string) => Agent | undefined) | undefined;
  serial: Serial;
  key: string;
  will: Will;
  subscriptions: string[];
};

/** `key`: the broker did not accept it; `twin`: another device with this key is connected. */
export type Refused = 'key' | 'twin';

/** No event is reported after `closed`, `destroy` or `close`. */
type SessionEvents = {
  ready: () => void;
  /** After `ready`, although brokers may send messages before the SUBACK, and MQTT.js reports those right behind it too early. */
  message: (topic: string, payload: Uint8Array) => void;
  /** An error, which `closed` follows, with why the broker did not accept the connection; null: it was not reached. */
  failed: (refused: Refused | null, error: Error) => void;
  closed: () => void;
};

export type PublishOptions = {
  retain: boolean;
  /** Called at the PUBACK. */
  delivered?: (() => void) | undefined;
};

export type Session = {
  /** Publishes at QoS 1. */
  publish: (topic: string, payload: string, options: PublishOptions) => void;
  /** Subscribes to one more topic, at QoS 0. Resolves with whether the broker grants it. */
  subscribe: (topic: string) => Promise<boolean>;
  unsubscribe: (topic: string) => void;
  /** Closes the socket without a DISCONNECT, which `closed` reports. */
  drop: () => void;
  /** Closes the socket without a DISCONNECT. */
  destroy: () => void;
  /** Sends pending messages and a DISCONNECT, so that the last will is not published; waits at most a second. */
  close: (clock: Clock) => Promise<void>;
};

/** Opens one clean MQTT session with a last will. It never reconnects. */
export function openSession(options: SessionOptions, events: SessionEvents): Session {
  const client = mqtt.connect(options.url, clientOptions(options));
  /** Messages before `ready`; null afterwards. */
  let early: [topic: string, payload: Uint8Array][] | null = [];
  let ended = false;

  function subscribe(): void {
    // Nagle's algorithm would delay a PUBACK by 40 ms.
    if ('setNoDelay' in client.stream) (client.stream as { setNoDelay(on: boolean): void }).setNoDelay(true);
    client.subscribe(options.subscriptions, { qos: 1 }, (error) => {
      if (ended) return;
      if (error) client.stream.destroy();
      else ready();
    });
  }

  function ready(): void {
    events.ready();
    const held = early ?? [];
    early = null;
    for (const [topic, payload] of held) report(topic, payload);
  }

  function report(topic: string, payload: Uint8Array): void {
    if (ended) return;
    if (early) early.push([topic, payload]);
    else events.message(topic, payload);
  }

  client.on('connect', subscribe);
  client.on('message', report);
  client.on('error', (error) => {
    if (!ended) events.failed('code' in error ? refusedBy(error.code) : null, error);
    client.end(true);
  });
  client.on('close', () => {
    if (ended) return;
    ended = true;
    client.end(true);
    events.closed();
  });

  return {
    publish(topic, payload, { retain, delivered }) {
      client.publish(topic, payload, { qos: 1, retain }, (error) => {
        if (!error && !ended) delivered?.();
      });
    },
    subscribe: (topic) =>
      new Promise((resolve) => {
        if (ended) return resolve(false);
        client.subscribe(topic, { qos: 0 }, (error, granted = []) =>
          resolve(!error && !ended && granted.every(({ qos }) => qos < REFUSED_QOS)),
        );
      }),
    unsubscribe(topic) {
      if (!ended) client.unsubscribe(topic, () => {});
    },
    drop: () => void client.stream.destroy(),
    destroy() {
      ended = true;
      client.end(true);
    },
    close(clock) {
      ended = true;
      return closeClient(client, clock);
    },
  };
}

const refusedBy = (code: unknown): Refused | null =>
  code === IDENTIFIER_REJECTED ? 'twin' : REFUSED_CODES.has(Number(code)) ? 'key' : null;

const clientOptions = ({ url, ca, agentFor, serial, key, will }: SessionOptions): IClientOptions => ({
  protocolVersion: 4,
  clean: true,
  clientId: deviceClientId(serial),
  username: serial,
  password: key,
  keepalive: KEEPALIVE_SECONDS,
  connectTimeout: CONNECT_TIMEOUT_MS,
  // The caller opens a new session instead, because reconnecting in MQTT.js has no jitter and keeps the old last will.
  reconnectPeriod: 0,
  // It would make 65,536 small buffers with the first packet, for numbers of which a device sends few.
  writeCache: false,
  // In a browser it would count by a worker of its own.
  timerVariant: 'native',
  ...(ca !== undefined && { ca }),
  ...(agentFor && { wsOptions: { agent: agentFor(url) } }),
  will: { topic: will.topic, payload: will.payload as unknown as Buffer, qos: 1, retain: true },
});

function closeClient(client: MqttClient, clock: Clock): Promise<void> {
  if (!client.connected) return Promise.resolve(void client.end(true));
  return new Promise((resolve) => {
    const cancelTimeout = clock.after(CLOSE_TIMEOUT_MS, () => {
      client.stream.destroy();
      resolve();
    });
    client.end(false, () => {
      cancelTimeout();
      resolve();
    });
  });
}
