import { once } from 'node:events';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { WebSocket } from 'ws';

export class WsClient {
  readonly socket: WebSocket;
  readonly frames: Packet[][] = [];

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const packets: Packet[] = [];
      const parser = mqttPacket.parser();
      parser.on('packet', (packet) => packets.push(packet));
      if (parser.parse(data) > 0) throw new Error('a packet was cut by a frame');
      this.frames.push(packets);
    });
  }

  /** Rejects with the HTTP status when the upgrade is refused. */
  static async open(
    port: number,
    options: { path?: string; origin?: string; protocol?: string; forwardedFor?: string } = {},
  ): Promise<WsClient> {
    const { path = '/mqtt', origin, protocol = 'mqtt', forwardedFor } = options;
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocol, { origin, headers });
    await once(socket, 'open');
    return new WsClient(socket);
  }

  send(...packets: Packet[]): void {
    this.socket.send(Buffer.concat(packets.map((packet) => mqttPacket.generate(packet))));
  }

  async until(done: () => boolean): Promise<void> {
    while (!done()) await once(this.socket, 'message');
  }
}
