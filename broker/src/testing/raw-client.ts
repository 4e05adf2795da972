import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import mqttPacket, { type IConnectPacket, type Packet } from 'mqtt-packet';

/** Nothing takes so long; a busy machine may pause for seconds. */
const DEADLINE_MS = 30_000;

/** A low-level MQTT client over TCP: it can send several packets in one segment, and acknowledges nothing by itself. */
export class RawClient {
  readonly socket: Socket;
  readonly received: Packet[] = [];
  closed = false;
  readonly #byCmd = new Map<Packet['cmd'], Packet[]>();
  #changed: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    const parser = mqttPacket.parser();
    parser.on('packet', (packet) => this.#update(() => this.#keep(packet)));
    parser.on('error', () => socket.destroy());
    socket.on('data', (bytes) => parser.parse(bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => this.#update(() => (this.closed = true)));
  }

  static async open(port: number): Promise<RawClient> {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  send(...packets: Packet[]): void {
    this.socket.write(Buffer.concat(packets.map((packet) => mqttPacket.generate(packet))));
  }

  /** @returns the code of the CONNACK */
  async connect(options: Partial<IConnectPacket> & { clientId: string }): Promise<number> {
    this.send(connectPacket(options));
    const packet = await this.next('connack');
    return packet.cmd === 'connack' ? (packet.returnCode ?? -1) : -1;
  }

  next<C extends Packet['cmd']>(cmd: C, at = 0): Promise<Extract<Packet, { cmd: C }>> {
    return this.until(() => this.all(cmd)[at], `${cmd} number ${at + 1}`);
  }

  all<C extends Packet['cmd']>(cmd: C): readonly Extract<Packet, { cmd: C }>[] {
    return (this.#byCmd.get(cmd) ?? []) as Extract<Packet, { cmd: C }>[];
  }

  /** Waits until `look` returns a value; rejects after 30 s. */
  async until<T>(look: () => T | undefined | false, what: string): Promise<T> {
    const deadline = performance.now() + DEADLINE_MS;
    for (;;) {
      // What had arrived before a pause of the machine says nothing about the time after it.
      const isLast = performance.now() > deadline;
      const value = look();
      if (value !== undefined && value !== false) return value;
      if (isLast) throw new Error(`waited in vain for ${what}; got ${this.received.length} packets`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 50);
        this.#changed.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  whenClosed(): Promise<boolean> {
    return this.until(() => this.closed, 'the end of the connection');
  }

  /** Closes the connection without a DISCONNECT. */
  destroy(): void {
    this.socket.destroy();
  }

  #keep(packet: Packet): void {
    this.received.push(packet);
    const same = this.#byCmd.get(packet.cmd);
    if (same) same.push(packet);
    else this.#byCmd.set(packet.cmd, [packet]);
  }

  #update(change: () => void): void {
    change();
    const waiting = this.#changed;
    this.#changed = [];
    for (const wake of waiting) wake();
  }
}

export const connectPacket = (
  options: Partial<IConnectPacket> & { clientId: string },
): IConnectPacket & { cmd: 'connect' } => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: true,
  keepalive: 30,
  ...options,
});

export const publishPacket = (
  topic: string,
  payload: string | Buffer,
  options: { qos?: 0 | 1 | 2; retain?: boolean; messageId?: number } = {},
) => ({
  cmd: 'publish' as const,
  topic,
  payload,
  qos: options.qos ?? 0,
  retain: options.retain ?? false,
  dup: false,
  messageId: options.messageId ?? 1,
});

export const subscribePacket = (messageId: number, ...filters: { topic: string; qos: 0 | 1 | 2 }[]) => ({
  cmd: 'subscribe' as const,
  messageId,
  subscriptions: filters,
});

export const payloads = (client: RawClient): string[] =>
  client.all('publish').map((packet) => packet.payload.toString());
