import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';

/**
 * Receives RTP at the even ports of a range until its parent is gone, as punctual as the sender. Sends what it has seen when it is asked:
 * of each port the packets, their arrival by the monotonic clock of the machine in ms, their sequence numbers and timestamps, and at which byte
 * of G.711 µ-law sound begins in them; −1: they are silent.
 */

export type ReceivedPackets = Record<
  number,
  { at: number[]; sequence: number[]; timestamp: number[]; soundFrom: number[] }
>;

const HEADER_BYTES = 12;
/** Of a byte of µ-law without its sign, whose bits are inverted: what is louder than 2 % of full scale is below. */
const LOUD = 0x40;
const [from = 0, to = 0] = process.argv.slice(2).map(Number);
const received: ReceivedPackets = {};
spawnSync('chrt', ['--rr', '-p', '20', String(process.pid)]);
for (let port = from; port <= to; port += 2) {
  const packets: ReceivedPackets[number] = { at: [], sequence: [], timestamp: [], soundFrom: [] };
  received[port] = packets;
  const socket = createSocket('udp4');
  socket.on('message', (packet) => {
    packets.at.push(Number(process.hrtime.bigint()) / 1e6);
    packets.sequence.push(packet.readUInt16BE(2));
    packets.timestamp.push(packet.readUInt32BE(4));
    packets.soundFrom.push(packet.subarray(HEADER_BYTES).findIndex((byte) => (byte & 0x7f) < LOUD));
  });
  socket.bind(port, '127.0.0.1');
}
process.on('message', () => process.send?.(received));
process.on('disconnect', () => process.exit());
process.send?.('ready');
