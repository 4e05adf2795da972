import { backoffMs } from '@belfry/schemas/timing/backoff';
import { Socket } from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { deviceClientId } from '@belfry/schemas/mqtt/client-id';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Cancel, Clock } from '../hardware/clock.ts';
import type { Random } from '../hardware/random.ts';

const KEEPALIVE_SECONDS = 30;
const CONNECT_TIMEOUT_MS = 15_000;
const RETRY = { firstMs: 500, maxMs: 30_000 };
/** The delay after the broker has refused the key. */
const REFUSED_RETRY = { firstMs: 20_000, maxMs: 20_000 };
/** The CONNACK codes for refused credentials: bad user name or password, not authorised. */
const REFUSED_CODES: ReadonlySet<number> = new Set([4, 5]);
const CLOSE_TIMEOUT_MS = 1_000;

export type Will = { topic: string; payload: string };

export type ConnectionDeps = {
  url: string;
  /** The certificate authority (PEM) of a broker at mqtts://; by default those that the machine trusts. */
  ca?: string;
  serial: Serial;
  clock: Clock;
  random: Random;
  /** Called at each attempt, because key and will may change. */
  key: () => string | null;
  will: () => Will;
  subscriptions: string[];
  /** The connection is accepted and the subscriptions are granted. */
  connected: () => void;
  disconnected: () => void;
  refused: () => void;
  message: (topic: string, payload: Buffer) => void;
};

export type Connection = {
  readonly isUp: boolean;
  /** Publishes at QoS 1 and calls `delivered` at the PUBACK; returns false, without sending, while disconnected. */
  publish: (topic: string, payload: string, retain: boolean, delivered?: () => void) => boolean;
  /** Connects, and reconnects after every loss. */
  open: () => void;
  /** Connects at once instead of waiting for the next attempt. */
  reconnectNow: () => void;
  /** Closes the connection without a DISCONNECT; it reconnects by itself. */
  drop: () => void;
  /** Closes the connection without a DISCONNECT and does not reconnect. */
  destroy: () => void;
  /** Sends pending messages and a DISCONNECT, so that the last will is not published, and does not reconnect until `open`. */
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
      // A new client is created for every attempt, because reconnecting in MQTT.js has no jitter and keeps the old last will.
      reconnectPeriod: 0,
      ...(ca !== undefined && { ca }),
      will: { topic, payload: Buffer.from(payload), qos: 1, retain: true },
    };
    const attempt = mqtt.connect(url, options);
    client = attempt;
    attempt.on('connect', () => onConnack(attempt));
    attempt.on('message', (name, body) => {
      if (attempt === client) deps.message(name, body);
    });
    attempt.on('error', (error) => {
      if (attempt === client) wasRefused = 'code' in error && REFUSED_CODES.has(error.code);
      attempt.end(true);
    });
    attempt.on('close', () => onClose(attempt));
  }

  function onConnack(attempt: MqttClient): void {
    // Nagle's algorithm would delay a PUBACK by 40 ms.
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

  function onClose(attempt: MqttClient): void {
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

  function detach(): MqttClient | null {
    const closing = client;
    wanted = false;
    cancelRetry();
    client = null;
    if (isUp) {
      isUp = false;
      deps.disconnected();
    }
    return closing;
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
    reconnectNow() {
      if (!wanted || client) return;
      cancelRetry();
      attempts = 0;
      connect();
    },
    drop: () => void client?.stream.destroy(),
    destroy: () => void detach()?.end(true),
    close() {
      const closing = detach();
      if (!closing?.connected) return Promise.resolve(void closing?.end(true));
      return new Promise((resolve) => {
        const cancelTimeout = clock.after(CLOSE_TIMEOUT_MS, () => {
          closing.stream.destroy();
          resolve();
        });
        closing.end(false, () => {
          cancelTimeout();
          resolve();
        });
      });
    },
  };
}
