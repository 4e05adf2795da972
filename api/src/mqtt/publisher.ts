import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import mqtt from 'mqtt';
import type { MqttPublisher, PublishOptions } from '../broker-gateway.ts';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { publishes } from './metrics.ts';

const PUBLISH_TIMEOUT_MS = 5_000;
const RECONNECT_MS = 500;
/** With this many unacknowledged publishes the broker counts as unavailable. */
const MAX_IN_FLIGHT = 20_000;

type PendingPublish = { id?: number; fail(error: AppError): void };

const sent = publishes.labels('sent');

const unavailable = (cause?: unknown): AppError =>
  new AppError('broker_unavailable', 'The message broker cannot be reached', { cause });

/**
 * The api's publishing connection. Nothing is queued while the broker is unavailable: publish() rejects immediately. A publish
 * that is unacknowledged when the connection closes rejects too and is not sent again, because its caller has got the
 * error.
 */
export function startPublisher({
  config,
  log,
}: {
  config: Config;
  log: Logger;
}): MqttPublisher & { stop(): Promise<void> } {
  const inFlight = new Map<number, PendingPublish>();
  let wasConnected = false;
  const { client, end } = connect(config);
  client.on('connect', () => {
    wasConnected = true;
    log.info('connected to the broker');
  });
  client.on('close', () => {
    if (wasConnected) log.warn('the connection to the broker is lost');
    wasConnected = false;
    for (const pending of inFlight.values()) pending.fail(unavailable());
  });
  client.on('error', (error) => log.debug({ err: error }, 'the connection to the broker failed'));

  function publish(topic: string, payload: string | Buffer, { qos, retain = false }: PublishOptions): Promise<void> {
    if (!client.connected || inFlight.size >= MAX_IN_FLIGHT) {
      publishes.inc({ outcome: 'refused' });
      return Promise.reject(unavailable());
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const pending: PendingPublish = {
      fail(error) {
        if (pending.id !== undefined) removeOutgoing(pending.id);
        publishes.inc({ outcome: 'failed' });
        reject(error);
      },
    };
    const timer = setTimeout(() => pending.fail(unavailable()), PUBLISH_TIMEOUT_MS);
    client.publish(topic, payload, { qos, retain }, (error) => {
      clearTimeout(timer);
      if (pending.id !== undefined) inFlight.delete(pending.id);
      if (error) return reject(unavailable(error));
      sent.inc();
      resolve();
    });
    if (qos > 0) {
      pending.id = client.getLastMessageId();
      inFlight.set(pending.id, pending);
    }
    return promise;
  }

  /** Without this MQTT.js would send the message again after it has reconnected. Its callback is called with an error. */
  function removeOutgoing(id: number): void {
    inFlight.delete(id);
    client.removeOutgoingMessage(id);
  }

  return {
    get connected() {
      return client.connected;
    },
    publish,
    stop: async () => {
      wasConnected = false;
      await end();
    },
  };
}

/**
 * Connects, and reconnects after each loss until `end`. MQTT.js's own reconnection leaves the client ended for ever where it is due while the client is
 * connected: it ends the client first, and does not take that back.
 */
function connect(config: Config): { client: mqtt.MqttClient; end: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const client = mqtt.connect(config.MQTT_URL, {
    clientId: `belfry-api-${randomUUID()}`,
    username: SERVICE_USERNAME,
    password: config.SERVICE_SECRET,
    clean: true,
    keepalive: 30,
    reconnectPeriod: 0,
    connectTimeout: PUBLISH_TIMEOUT_MS,
    queueQoSZero: false,
    resubscribe: false,
  });
  client.on('connect', () => {
    // MQTT.js leaves Nagle's algorithm on, which delays small packets by up to 40 ms.
    if (client.stream instanceof Socket) client.stream.setNoDelay(true);
  });
  client.on('close', () => {
    clearTimeout(timer);
    if (isEnded) return;
    timer = setTimeout(() => {
      if (!client.connected) client.reconnect();
    }, RECONNECT_MS);
  });
  return {
    client,
    end: async () => {
      isEnded = true;
      clearTimeout(timer);
      await client.endAsync(!client.connected);
    },
  };
}

/** The MQTT username of the api; its password is the service secret. */
export const SERVICE_USERNAME = 'service';
