import { backoffMs } from '@belfry/schemas/timing/backoff';
import { Socket } from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { deviceClientId } from '@belfry/schemas/mqtt/client-id';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Cancel, Clock } from './clock.ts';
import type { Random } from './random.ts';

const KEEPALIVE_SECONDS = 30;
const CONNECT_TIMEOUT_MS = 15_000;
const RETRY = { firstMs: 500, maxMs: 30_000 };
/** After the broker refused the key there is no hurry. */
const REFUSED_RETRY = { firstMs: 20_000, maxMs: 20_000 };
/** CONNACK codes that speak about the credentials: bad user name or password, not authorised. */
const REFUSED_CODES: ReadonlySet<number> = new Set([4, 5]);
const GOODBYE_MS = 1_000;

export type Will = { topic: string; payload: string };

export type ConnectionDeps = {
  url: string;
  /** The authority (PEM) of a broker at mqtts://; without it those that the machine trusts. */
  ca?: string;
  serial: Serial;
  clock: Clock;
  random: Random;
  /** Asked at each attempt: both may have changed since the last. */
  key: () => string | null;
  will: () => Will;
  subscriptions: string[];
  /** The session is up and the subscriptions are granted. */
  connected: () => void;
  disconnected: () => void;
  refused: () => void;
  message: (topic: string, payload: Buffer) => void;
};

export type Connection = {
  readonly isUp: boolean;
  /** Publishes at QoS 1 and says when the broker has it; false, and nothing sent, while there is no session. */
  publish: (topic: string, payload: string, retain: boolean, delivered?: () => void) => boolean;
  /** Connects, and again after every loss, for ever. */
  open: () => void;
  /** Connects at once where it would have waited: what kept it away is over. */
  hurry: () => void;
  /** Loses the connection as a pulled plug does; it comes back by itself. */
  drop: () => void;
  /** As `drop`, but nothing comes back. */
  destroy: () => void;
  /** Lets what is under way arrive, says DISCONNECT (so the last will stays unsaid) and stays away until `open`. */
  close: () => Promise<void>;
};

/** One device's MQTT connection: clean session, last will, one client per attempt, jittered backoff. */
export function createConnection(deps: ConnectionDeps): Connection {
  const { url, ca, serial, clock, random } = deps;
  let client: MqttClient | null = null;
  let isUp = false;
  let wanted = false;
  let attempts = 0;
  let wasRefused = false;
  let cancelRetry: Cancel = () => {};

  function connect(): void {
    const key = deps.key();
    if (key === null) return retry();
    const { topic, payload } = deps.will();
    const options: IClientOptions = {
      protocolVersion: 4,
      clean: true,
      clientId: deviceClientId(serial),
      username: serial,
      password: key,
      keepalive: KEEPALIVE_SECONDS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      // We make a new client for every attempt: its own reconnecting has no jitter and keeps the old last will.
      reconnectPeriod: 0,
      ...(ca !== undefined && { ca }),
      will: { topic, payload: Buffer.from(payload), qos: 1, retain: true },
    };
    const attempt = mqtt.connect(url, options);
    client = attempt;
    attempt.on('connect', () => begin(attempt));
    attempt.on('message', (name, body) => {
      if (attempt === client) deps.message(name, body);
    });
    attempt.on('error', (error) => {
      if (attempt === client) wasRefused = 'code' in error && REFUSED_CODES.has(error.code);
      attempt.end(true);
    });
    attempt.on('close', () => lost(attempt));
  }

  function begin(attempt: MqttClient): void {
    // Nagle's algorithm would hold a PUBACK back for 40 ms.
    if (attempt.stream instanceof Socket) attempt.stream.setNoDelay(true);
    attempt.subscribe(deps.subscriptions, { qos: 1 }, (error) => {
      if (attempt !== client) return;
      if (error) return void attempt.stream.destroy();
      attempts = 0;
      wasRefused = false;
      isUp = true;
      deps.connected();
    });
  }

  function lost(attempt: MqttClient): void {
    if (attempt !== client) return;
    client = null;
    attempt.end(true);
    if (isUp) {
      isUp = false;
      deps.disconnected();
    }
    if (wasRefused) deps.refused();
    retry();
  }

  function retry(): void {
    if (!wanted) return;
    const waitMs = wasRefused ? backoffMs(0, REFUSED_RETRY, random.next) : backoffMs(attempts++, RETRY, random.next);
    cancelRetry();
    cancelRetry = clock.after(waitMs, connect);
  }

  function leave(): MqttClient | null {
    const leaving = client;
    wanted = false;
    cancelRetry();
    client = null;
    if (isUp) {
      isUp = false;
      deps.disconnected();
    }
    return leaving;
  }

  return {
    get isUp() {
      return isUp;
    },
    publish(topic, payload, retain, delivered) {
      const session = client;
      if (!isUp || !session) return false;
      session.publish(topic, payload, { qos: 1, retain }, (error) => {
        if (!error && session === client) delivered?.();
      });
      return true;
    },
    open() {
      if (wanted) return;
      wanted = true;
      attempts = 0;
      connect();
    },
    hurry() {
      if (!wanted || client) return;
      cancelRetry();
      attempts = 0;
      connect();
    },
    drop: () => void client?.stream.destroy(),
    destroy: () => void leave()?.end(true),
    close() {
      const leaving = leave();
      if (!leaving?.connected) return Promise.resolve(void leaving?.end(true));
      return new Promise((resolve) => {
        const giveUp = clock.after(GOODBYE_MS, () => {
          leaving.stream.destroy();
          resolve();
        });
        leaving.end(false, () => {
          giveUp();
          resolve();
        });
      });
    },
  };
}
