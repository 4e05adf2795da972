import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const TRIES = 50;
const DITHER = 4;

/** Receives RTP at an even port of the loopback that is free. */
export async function startRtpReceiver() {
  const packets: Buffer[] = [];
  const socket = await bindEven();
  socket.on('message', (packet) => packets.push(packet));
  return {
    port: socket.address().port,
    packets,
    /** The samples of L16, from the first that is not silent. */
    heard(): Float32Array {
      const samples = packets.flatMap((packet) =>
        Array.from({ length: (packet.length - 12) / 2 }, (_, index) => packet.readInt16BE(12 + 2 * index) / 32_768),
      );
      return Float32Array.from(samples.slice(samples.findIndex((sample) => Math.abs(sample) > 0.01)));
    },
    /** Whether the last packet of L16 is silent, but for the noise of its dither. */
    isSilent(): boolean {
      const packet = packets.at(-1);
      if (!packet) return true;
      for (let at = 12; at < packet.length; at += 2) if (Math.abs(packet.readInt16BE(at)) > DITHER) return false;
      return true;
    },
    /** Packets with which a talk spurt begins. */
    spurts: (): number => packets.filter((packet) => ((packet[1] ?? 0) & 0x80) !== 0).length,
    close: (): void => void socket.close(),
  };
}

async function bindEven(): Promise<Socket> {
  for (let tries = 0; tries < TRIES; tries++) {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    if (socket.address().port % 2 === 0) return socket;
    socket.close();
  }
  throw new Error('there is no even port');
}
