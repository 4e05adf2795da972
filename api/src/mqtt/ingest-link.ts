import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import mqttPacket, { type IConnackPacket, type IPublishPacket, type ISubackPacket, type Packet } from 'mqtt-packet';
import type { Logger } from '../log.ts';
import { createBackoff } from './backoff.ts';
import { Backlog } from './backlog.ts';
import { errorSummary } from './error-summary.ts';
import { addressOf } from './mqtt-url.ts';
import { pubacks } from './puback.ts';

const KEEPALIVE_S = 30;
const CONNECT_TIMEOUT_MS = 10_000;
const RECONNECT = { firstMs: 100, mostMs: 5_000 };
const SUBSCRIBE_ID = 1;
const REFUSED = 128;

/** What a message is acknowledged by. A receipt of a connection that is gone is ignored: the broker sends it again. */
export type Receipt = { readonly connection: number; readonly packetId: number; readonly bytes: number };

export type InboundMessage = {
  topic: string;
  payload: Buffer;
  /** Kept by the broker from before, rather than said just now. */
  retained: boolean;
  /** The broker sent it before and did not see an acknowledgement. */
  redelivered: boolean;
  receipt: Receipt;
};

export type IngestLinkOptions = {
  url: string;
  clientId: string;
  username: string;
  password: string;
  /** All of QoS 1. A session that the broker kept is trusted to have them: a new filter needs a new client id. */
  filters: readonly string[];
  log: Logger;
  /** A message over which it throws is logged and acknowledged. */
  onMessage: (message: InboundMessage) => void;
  /** `fresh`: the broker knew nothing of this session, what it held for it is gone. */
  onUp: (fresh: boolean) => void;
  /** Asked before each attempt; no: this process may not ingest (any more). */
  mayConnect: () => Promise<boolean>;
};

export type IngestLink = {
  /** Acknowledges many messages in one write. */
  acknowledge(receipts: Iterable<Receipt>): void;
  readonly up: boolean;
  /** Reading is held back because too much waits for its commit. */
  readonly paused: boolean;
  readonly uncommitted: number;
  /** Reads no more; what was read can still be acknowledged. */
  hold(): void;
  stop(): Promise<void>;
};

/**
 * The subscriber behind the ingest: MQTT 3.1.1 in a persistent session, whose acknowledgements are the caller's to
 * give. It comes back by itself, and reads no faster than commits go.
 */
export function startIngestLink(options: IngestLinkOptions): IngestLink {
  const { log, onMessage, onUp } = options;
  const backoff = createBackoff(RECONNECT);
  const backlog = new Backlog();
  let socket: Socket | null = null;
  let connection = 0;
  let up = false;
  let paused = false;
  let held = false;
  let stopped = false;
  let lastHeardAt = 0;
  let retry: NodeJS.Timeout | null = null;
  let unsent: number[] = [];

  function send(packet: Packet): void {
    socket?.write(mqttPacket.generate(packet));
  }

  async function open(): Promise<void> {
    retry = null;
    if (!(await options.mayConnect()) || stopped) return;
    connection++;
    const { tls, host, port } = addressOf(options.url);
    const opened = tls ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
    socket = opened.setNoDelay(true);
    const parser = mqttPacket.parser({ protocolVersion: 4 });
    parser.on('packet', receive);
    parser.on('error', (error: Error) => opened.destroy(error));
    opened.once(tls ? 'secureConnect' : 'connect', () => greet());
    opened.on('data', (bytes: Buffer) => {
      lastHeardAt = Date.now();
      try {
        parser.parse(bytes);
      } catch (error) {
        opened.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
    opened.on('error', (error) => log.debug({ err: error }, 'the ingest link broke'));
    opened.once('close', () => lose());
    const watch = setInterval(() => watchOver(opened), (KEEPALIVE_S * 1_000) / 2);
    opened.once('close', () => clearInterval(watch));
    const patience = setTimeout(() => up || opened.destroy(new Error('no CONNACK in time')), CONNECT_TIMEOUT_MS);
    opened.once('close', () => clearTimeout(patience));
  }

  function greet(): void {
    const { clientId, username, password } = options;
    const credentials = { clientId, username, password: Buffer.from(password) };
    send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: false,
      keepalive: KEEPALIVE_S,
      ...credentials,
    });
  }

  function receive(packet: Packet): void {
    switch (packet.cmd) {
      case 'publish':
        return take(packet);
      case 'connack':
        return welcome(packet);
      case 'suback':
        return checkGranted(packet);
      default:
    }
  }

  function take(packet: IPublishPacket): void {
    const payload = packet.payload as Buffer;
    backlog.add(payload.length);
    if (!paused && backlog.isFull) {
      paused = true;
      socket?.pause();
    }
    const { topic, retain: retained, dup: redelivered } = packet;
    const packetId = packet.qos > 0 ? (packet.messageId ?? 0) : 0;
    const receipt = { connection, packetId, bytes: payload.length };
    try {
      onMessage({ topic, payload, retained, redelivered, receipt });
    } catch (error) {
      // Unacknowledged, the broker would repeat it after every reconnection.
      log.error({ topic: topic.slice(0, 200), ...errorSummary(error) }, 'a message was left out');
      acknowledge([receipt]);
    }
  }

  function welcome({ returnCode, sessionPresent }: IConnackPacket): void {
    if (returnCode !== 0) {
      log.warn({ return_code: returnCode }, 'the broker refused the ingest link');
      socket?.destroy();
      return;
    }
    backoff.reset();
    up = true;
    if (!sessionPresent) {
      const subscriptions = options.filters.map((topic) => ({ topic, qos: 1 as const }));
      send({ cmd: 'subscribe', messageId: SUBSCRIBE_ID, subscriptions });
    }
    onUp(!sessionPresent);
  }

  function checkGranted({ granted }: ISubackPacket): void {
    const codes = granted as number[];
    if (!codes.includes(REFUSED)) return;
    log.error({ granted: codes, filters: options.filters }, 'the broker refused a subscription of the ingest');
    socket?.destroy();
  }

  /** While reading is held back nothing can be heard, so then silence means nothing. */
  function watchOver(opened: Socket): void {
    if (!up) return;
    if (!paused && Date.now() - lastHeardAt > KEEPALIVE_S * 1_500) opened.destroy(new Error('the broker went silent'));
    else send({ cmd: 'pingreq' });
  }

  function lose(): void {
    socket = null;
    unsent = [];
    if (up) {
      up = false;
      if (!stopped) log.warn('the ingest link is down');
    }
    if (!stopped) retry = setTimeout(() => void open(), backoff.next());
  }

  function acknowledge(receipts: Iterable<Receipt>): void {
    for (const receipt of receipts) {
      backlog.remove(receipt.bytes);
      if (receipt.connection !== connection || receipt.packetId === 0 || !up) continue;
      if (unsent.push(receipt.packetId) === 1) setImmediate(flush);
    }
    if (!paused || held || !backlog.isLow) return;
    paused = false;
    lastHeardAt = Date.now();
    socket?.resume();
  }

  function flush(): void {
    const ids = unsent;
    unsent = [];
    if (up && ids.length > 0) socket?.write(pubacks(ids));
  }

  void open();
  return {
    acknowledge,
    get up() {
      return up;
    },
    get paused() {
      return paused;
    },
    get uncommitted() {
      return backlog.messages;
    },
    hold() {
      held = true;
      socket?.pause();
    },
    async stop() {
      stopped = true;
      if (retry) clearTimeout(retry);
      const open = socket;
      if (!open || open.destroyed) return;
      const closed = new Promise<void>((resolve) => open.once('close', () => resolve()));
      const force = setTimeout(() => open.destroy(), 500);
      // The session stays with the broker, which keeps for it what comes meanwhile.
      if (up) send({ cmd: 'disconnect' });
      open.resume();
      open.end();
      await closed;
      clearTimeout(force);
    },
  };
}
