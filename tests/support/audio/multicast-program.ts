import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { startRtpPlayer } from './rtp-player.ts';

/**
 * Runs in a network namespace of its own, whose only network is the loopback, and prints what a loudspeaker of a group hears there, and what
 * the sender says where there is no route.
 */

const GROUP = '239.1.2.3';
const PORT = 5_004;
const LOOPBACK = '127.0.0.1';

const receiver = createSocket({ type: 'udp4', reuseAddr: true });
const first: boolean[] = [];
receiver.on('message', (packet) => first.push(((packet[1] ?? 0) & 0x80) !== 0));
receiver.bind(PORT);
await once(receiver, 'listening');
receiver.addMembership(GROUP, LOOPBACK);

const player = startRtpPlayer({ multicastInterface: LOOPBACK });
const tone = player.storeTone('tone', 0.5);
await player.outputOf({ kind: 'rtp', address: GROUP, port: PORT, codec: 'G722', ttl: 7 }).playToEnd(tone);
const failure = await player
  .outputOf({ kind: 'rtp', address: '10.11.12.13', port: PORT, codec: 'G722' }, 2)
  .playToEnd(tone)
  .catch((error: Error) => error.message);
await player.close();
receiver.close();
process.stdout.write(JSON.stringify({ packets: first.length, spurts: first.filter(Boolean).length, failure }));
