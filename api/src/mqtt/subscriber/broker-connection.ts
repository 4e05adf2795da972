import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import mqttPacket from 'mqtt-packet';
import type { Packet } from 'mqtt-packet';
import { asError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { createBackoff } from '@belfry/schemas/timing/backoff';

const KEEPALIVE_S = 30;
/** The broker counts as unreachable after one and a half keepalive intervals without a packet, as MQTT defines it. */
const SILENCE_MS = KEEPALIVE_S * 1_500;
const CONNECT_TIMEOUT_MS = 10_000;

export type Credentials = { clientId: string; username: string; password: string };

type BrokerConnectionOptions = {
  url: string;
  credentials: Credentials;
  log: Logger;
  onPacket: (packet: Packet) => void;
  onClose: () => void;
};

/**
 * One MQTT 3.1.1 connection to the broker on TCP or TLS, with `clean` off. It sends the CONNECT and keeps the connection
 * alive; the caller handles the packets, the CONNACK included.
 */
export class BrokerConnection {
  readonly #socket: Socket;
  #lastReceivedAt = 0;
  #connected = false;
  #paused = false;

  constructor({ url, credentials, log, onPacket, onClose }: BrokerConnectionOptions) {
    const { tls, host, port } = addressOf(url);
    const socket = tls ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
    this.#socket = socket.setNoDelay(true);
    const parser = mqttPacket.parser({ protocolVersion: 4 });
    parser.on('packet', onPacket);
    parser.on('error', (error: Error) => socket.destroy(error));
    socket.once(tls ? 'secureConnect' : 'connect', () => this.#sendConnect(credentials));
    socket.on('data', (bytes: Buffer) => {
      this.#lastReceivedAt = Date.now();
      try {
        parser.parse(bytes);
      } catch (error) {
        socket.destroy(asError(error));
      }
    });
    socket.on('error', (error) => log.debug({ err: error }, 'the ingest connection failed'));
    const keepalive = setInterval(() => this.#keepAlive(), (KEEPALIVE_S * 1_000) / 2);
    const connackTimer = setTimeout(() => this.#connected || this.#fail('no CONNACK in time'), CONNECT_TIMEOUT_MS);
    socket.once('close', () => {
      clearInterval(keepalive);
      clearTimeout(connackTimer);
      onClose();
    });
  }

  /** Call when the broker has accepted the CONNECT; without it the connection ends after a while. */
  accepted(): void {
    this.#connected = true;
  }

  send(packet: Packet): void {
    this.write(mqttPacket.generate(packet));
  }

  write(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  pause(): void {
    this.#paused = true;
    this.#socket.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#lastReceivedAt = Date.now();
    this.#socket.resume();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Ends the connection in order, or destroys it after `timeoutMs`. */
  async end(timeoutMs: number): Promise<void> {
    if (this.#socket.destroyed) return;
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
    const timer = setTimeout(() => this.#socket.destroy(), timeoutMs);
    // The session stays with the broker, which queues for it what is published in that time.
    if (this.#connected) this.send({ cmd: 'disconnect' });
    this.#socket.resume();
    this.#socket.end();
    await closed;
    clearTimeout(timer);
  }

  #sendConnect({ password, ...credentials }: Credentials): void {
    this.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: false,
      keepalive: KEEPALIVE_S,
      ...credentials,
      password: Buffer.from(password),
    });
  }

  /**
   * While reading is paused nothing can be received, so the time since the last packet means nothing. A connection that
   * is not accepted has ended before the first call.
   */
  #keepAlive(): void {
    if (!this.#paused && Date.now() - this.#lastReceivedAt > SILENCE_MS)
      this.#fail('no packet of the broker within the keepalive');
    else this.send({ cmd: 'pingreq' });
  }

  #fail(message: string): void {
    this.#socket.destroy(new Error(message));
  }
}

const RECONNECT = { firstMs: 100, maxMs: 5_000 };

/** Begins connections, one after another, with growing delays between failed attempts. */
export class ConnectAttempts {
  readonly #mayConnect: () => Promise<boolean>;
  readonly #connect: () => void;
  readonly #backoff = createBackoff(RECONNECT);
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  /** @param mayConnect asked before each attempt; false: it is asked again later */
  constructor(mayConnect: () => Promise<boolean>, connect: () => void) {
    this.#mayConnect = mayConnect;
    this.#connect = connect;
  }

  start(): void {
    void this.#attempt();
  }

  retry(): void {
    if (!this.#stopped) this.#timer = setTimeout(() => this.start(), this.#backoff.next());
  }

  /** Call when a connection is established: the next delay is the shortest one again. */
  succeeded(): void {
    this.#backoff.reset();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #attempt(): Promise<void> {
    this.#timer = null;
    const may = await this.#mayConnect();
    if (this.#stopped) return;
    if (may) this.#connect();
    else this.retry();
  }
}

const DEFAULT_PORT = 1883;
const DEFAULT_TLS_PORT = 8883;

/** Host, port and TLS of an `mqtt://` or `mqtts://` URL; the `tcp://` and `ssl://` of other brokers are synonyms. */
export function addressOf(url: string): { host: string; port: number; tls: boolean } {
  const { protocol, hostname, port } = new URL(url);
  const tls = protocol === 'mqtts:' || protocol === 'ssl:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: port ? Number(port) : tls ? DEFAULT_TLS_PORT : DEFAULT_PORT, tls };
}
