import type { Socket } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';

export type Peer = { socket: Socket; packets: Packet[]; writes: Packet[][]; send(...packets: Packet[]): void };

export function acceptPeer(socket: Socket, isSessionPresent: () => boolean, isGranting = () => true): Peer {
  const parser = mqttPacket.parser();
  const peer: Peer = {
    socket,
    packets: [],
    writes: [],
    send: (...packets) => socket.write(Buffer.concat(packets.map((packet) => mqttPacket.generate(packet)))),
  };
  let write: Packet[] = [];
  parser.on('packet', (packet) => {
    peer.packets.push(packet);
    write.push(packet);
    if (packet.cmd === 'connect') peer.send({ cmd: 'connack', returnCode: 0, sessionPresent: isSessionPresent() });
    if (packet.cmd === 'subscribe' && isGranting())
      peer.send({ cmd: 'suback', messageId: packet.messageId, granted: [1] });
  });
  socket.on('data', (bytes) => {
    write = [];
    peer.writes.push(write);
    parser.parse(bytes);
  });
  socket.on('error', () => undefined);
  return peer;
}

export const publish = (messageId: number, payload = '{}'): Packet => ({
  cmd: 'publish',
  topic: 'devices/1234-5678-9012-3456/metrics',
  payload,
  qos: 1,
  dup: false,
  retain: false,
  messageId,
});
export const acksOf = ({ packets }: Peer): number[] =>
  packets.flatMap((packet) => (packet.cmd === 'puback' ? [packet.messageId ?? 0] : []));
