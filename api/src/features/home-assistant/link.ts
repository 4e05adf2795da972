import type { Socket } from 'node:net';
import mqtt from 'mqtt';
import type { Config } from '../../config/config.ts';
import { networkProblem } from '../../lib/outbound-fetch.ts';
import { connectBroker } from './broker-address.ts';
import { statusTopic } from './discovery.ts';
import type { HomeAssistantRow } from './home-assistant.repository.ts';

const KEEPALIVE_S = 30;
const CONNECT_TIMEOUT_MS = 10_000;
const CLOSE_MS = 2_000;
/** Of one packet; a larger one is not received to its end. */
const PACKET_BYTES_MAX = 256 * 1_024;
const PENDING_MAX = 50;
const WINDOW_MS = 10_000;
/** In ten seconds: all documents of a connection come at once when it begins. */
const BYTES_MAX = 4 * 1_024 * 1_024;
/** Of any kind, the smallest too; each costs 10 to 20 µs. */
const PACKETS_MAX = 20_000;

/** Why a broker is left alone for longer. */
export const TOO_MUCH = 'The broker sends too much';
export const TOO_OFTEN = 'The broker sends too many messages';

export type Link = {
  publish(topic: string, payload: string, options: { retain: boolean }): void;
  /** What the broker has not acknowledged yet. */
  readonly pending: number;
  /** Resolves when the broker has acknowledged nearly all that it was sent, or is gone: what waits is written in one piece, 1,000 messages in 45 ms. */
  room(): Promise<void>;
  /** Sends what waits, for two seconds at most, and disconnects in order: Home Assistant shows the places as unavailable. */
  close(): Promise<void>;
  /** Closes it with a reason, which `down` gets. */
  fail(problem: string): void;
};

type LinkEvents = {
  up: () => void;
  message: (topic: string, payload: Buffer, retained: boolean) => void;
  /** Called once. */
  down: (problem: string) => void;
};

type LinkOptions = {
  config: Pick<Config, 'HOME_ASSISTANT_ALLOW'>;
  row: HomeAssistantRow;
  password: string | null;
  subscriptions: string[];
};

/** One connection to a broker, which may send anything: what it sends is limited, and it never reconnects. Throws ForbiddenAddress. */
export function openLink({ config, row, password, subscriptions }: LinkOptions, events: LinkEvents): Link {
  let problem = 'The broker has closed the connection';
  let ended = false;
  let pending = 0;
  let roomMade: PromiseWithResolvers<void> | null = null;
  const socket = connectBroker(config, row.url);
  const client = new mqtt.MqttClient(() => socket, {
    protocolId: 'MQTT',
    protocolVersion: row.version === '5' ? 5 : 4,
    clientId: `belfry-${row.id}`,
    ...(row.username !== '' && { username: row.username }),
    ...(password !== null && { password }),
    clean: true,
    keepalive: KEEPALIVE_S,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: 0,
    queueQoSZero: false,
    resubscribe: false,
    will: { topic: statusTopic(row), payload: Buffer.from('offline'), qos: 1, retain: true },
  });

  function fail(why: string): void {
    problem = why;
    client.end(true);
    end();
  }
  function end(): void {
    if (ended) return;
    ended = true;
    socket.destroy();
    makeRoom();
    events.down(problem);
  }

  function makeRoom(): void {
    roomMade?.resolve();
    roomMade = null;
  }

  limitInput(socket, client, fail);
  socket.on('error', (error) => (problem = networkProblem(error, 'sent')));
  client.on('connect', () => {
    client.publish(statusTopic(row), 'online', { qos: 1, retain: true });
    client.subscribe(subscriptions, { qos: 1 }, (error, granted = []) => {
      if (ended) return;
      if (error || granted.some(({ qos }) => qos > 2)) fail('The broker does not permit the subscriptions');
      else events.up();
    });
  });
  client.on('message', (topic, payload, packet) => {
    if (!ended) events.message(topic, payload, packet.retain);
  });
  client.on('error', (error) => fail(networkProblem(error, 'sent')));
  client.on('close', end);

  return {
    publish(topic, payload, { retain }) {
      if (ended) return;
      pending++;
      client.publish(topic, payload, { qos: 1, retain }, () => {
        pending--;
        if (pending < PENDING_MAX) makeRoom();
      });
    },
    async room() {
      if (ended || pending < PENDING_MAX) return;
      roomMade ??= Promise.withResolvers();
      await roomMade.promise;
    },
    get pending() {
      return pending;
    },
    async close() {
      ended = true;
      makeRoom();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, CLOSE_MS);
        client.publish(statusTopic(row), 'offline', { qos: 1, retain: true });
        client.end(false, () => {
          clearTimeout(timer);
          resolve();
        });
      });
      socket.destroy();
    },
    fail,
  };
}

function limitInput(socket: Socket, client: mqtt.MqttClient, exceeded: (problem: string) => void): void {
  let ofPacket = 0;
  let [bytes, packets, windowAt] = [0, 0, Date.now()];
  socket.on('data', (chunk: Buffer) => {
    if (Date.now() - windowAt > WINDOW_MS) [bytes, packets, windowAt] = [0, 0, Date.now()];
    bytes += chunk.length;
    ofPacket += chunk.length;
    if (ofPacket > PACKET_BYTES_MAX || bytes > BYTES_MAX) exceeded(TOO_MUCH);
  });
  client.on('packetreceive', () => {
    ofPacket = 0;
    if (++packets > PACKETS_MAX) exceeded(TOO_OFTEN);
  });
}
