import type { MqttClient } from 'mqtt';
import type { OpenSocket, Socket, SocketEvents } from './connection.ts';

export type SocketCredentials = {
  url: string;
  /** The broker answers a subscription with the last state. */
  retains: boolean;
  clientId: string;
  username: string;
  password: string;
};

/** Timers of background tabs run once a minute, so a shorter keepalive would expire there. */
const KEEPALIVE_S = 60;
const CONNECT_TIMEOUT_MS = 10_000;
const PING_TIMEOUT_MS = 4_000;
/**
 * How long the broker may take to answer a subscription. A cluster that has lost a node may never do so, and the page would look live
 * without receiving anything.
 */
const SUBSCRIBE_TIMEOUT_MS = 30_000;
/** Filters in one SUBSCRIBE at a broker that retains nothing, which is RabbitMQ. */
const FILTERS_AT_ONCE = 8;

/**
 * MQTT.js over WebSocket, loaded on demand, because it is the largest library of the console. Reconnecting and
 * subscribing again is done by `connection.ts`, which also requests the address again.
 */
export function openMqttSocket(credentials: () => Promise<SocketCredentials>): OpenSocket {
  let connections = 0;
  return async (events) => {
    const [{ default: mqtt }, { url, retains, clientId, username, password }] = await Promise.all([
      import('mqtt'),
      credentials(),
    ]);
    connections++;
    const client = mqtt.connect(url, {
      // RabbitMQ names a queue after the client, and removes those of a lost node by their names, a new one with the same name too.
      clientId: retains ? clientId : `${clientId}-${connections}`,
      username,
      password,
      protocolVersion: 4,
      clean: true,
      keepalive: KEEPALIVE_S,
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectPeriod: 0,
      // By default timers run in a worker from a blob, which the content security policy forbids.
      timerVariant: 'native',
      // It would make 65,536 small buffers with the first packet, for numbers of which a page sends a few.
      writeCache: false,
    });
    return connected(client, events, retains);
  };
}

function connected(
  client: MqttClient,
  { onMessage, onMissed, onClose }: SocketEvents,
  retains: boolean,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // RabbitMQ, which retains nothing, would write each message for this page to the disk with QoS 1, and keep its queue for the node of the
    // connection. What a lost connection loses is fetched again in any case.
    const qos = retains ? 1 : 0;
    let up = false;
    // A rejected filter (128) is not retried before the next connection.
    const subscribe = (filters: string[], answered = (): void => undefined): void => {
      const unanswered = setTimeout(() => client.stream.destroy(), SUBSCRIBE_TIMEOUT_MS);
      client.subscribe(filters, { qos }, () => {
        clearTimeout(unanswered);
        if (client.connected) answered();
      });
    };
    const groups = createFilterGroups(FILTERS_AT_ONCE, subscribe, onMissed);
    client.on('connect', () => {
      up = true;
      resolve({
        subscribe: (filters) => (retains ? subscribe(filters) : groups.add(filters)),
        unsubscribe: (filters) => {
          const sent = retains ? filters : groups.remove(filters);
          if (sent.length > 0) client.unsubscribe(sent);
        },
        close: () => client.end(true),
        check: () => check(client),
      });
    });
    client.on('message', (topic, payload, packet) => onMessage({ topic, payload, retained: packet.retain }));
    client.on('error', (error) => {
      reject(error);
      client.end(true);
    });
    client.once('close', () => {
      reject(new Error('The connection was closed before it was accepted'));
      client.end(true);
      if (up) onClose();
    });
  });
}

function check(client: MqttClient): void {
  const timer = setTimeout(() => client.stream.destroy(), PING_TIMEOUT_MS);
  client.once('packetreceive', () => clearTimeout(timer));
  client.sendPing();
}

type FilterGroups = {
  add(filters: readonly string[]): void;
  /** @returns the filters that have been sent, which the broker has to forget */
  remove(filters: readonly string[]): string[];
};

/**
 * Subscribes in groups, each after the answer to the one before. RabbitMQ delivers nothing while it works on a SUBSCRIBE, and makes one
 * binding after the other across all of its nodes: with one packet of 40 filters the page would wait for the last.
 * @param send calls back when the broker has answered
 * @param onDone called each time that no filter is left
 */
export function createFilterGroups(
  size: number,
  send: (filters: string[], answered: () => void) => void,
  onDone: () => void,
): FilterGroups {
  const waiting = new Set<string>();
  let busy = false;

  function next(): void {
    const group = [...waiting].slice(0, size);
    busy = group.length > 0;
    if (!busy) return onDone();
    for (const filter of group) waiting.delete(filter);
    send(group, next);
  }

  return {
    add(filters) {
      for (const filter of filters) waiting.add(filter);
      if (!busy) next();
    },
    remove: (filters) => filters.filter((filter) => !waiting.delete(filter)),
  };
}
